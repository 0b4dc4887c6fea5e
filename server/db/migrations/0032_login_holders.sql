CREATE TABLE "copy_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referral_id" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"asked_by" text NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" text
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "login_holder" text;--> statement-breakpoint
ALTER TABLE "copy_request" ADD CONSTRAINT "copy_request_referral_id_referral_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referral"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_request" ADD CONSTRAINT "copy_request_asked_by_account_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_request" ADD CONSTRAINT "copy_request_answered_by_account_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "copy_request_by_referral" ON "copy_request" USING btree ("referral_id","asked_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "copy_request_waits" ON "copy_request" USING btree ("referral_id") WHERE "copy_request"."answered_at" is null;