CREATE TABLE "registration_notice" (
	"account_id" text PRIMARY KEY NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
UPDATE "mail" SET
	"kind" = CASE WHEN "body" LIKE '%reset_token=%' THEN 'resetLink' ELSE 'approved' END,
	"account_id" = coalesce((SELECT "id" FROM "account" WHERE "username" = "recipient"), ''),
	"html" = '',
	"expires_at" = CASE WHEN "body" LIKE '%reset_token=%' THEN "created_at" + interval '30 minutes' ELSE now() + interval '24 hours' END;--> statement-breakpoint
ALTER TABLE "mail" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ALTER COLUMN "account_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ALTER COLUMN "html" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ALTER COLUMN "expires_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "registration_notice" ADD CONSTRAINT "registration_notice_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_by_account" ON "mail" USING btree ("account_id","kind");
