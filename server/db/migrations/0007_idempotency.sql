CREATE TABLE "submission" (
	"name" text PRIMARY KEY NOT NULL,
	"payload" text NOT NULL,
	"answer" text NOT NULL,
	"record_id" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "submission_expired" ON "submission" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "submission_by_record" ON "submission" USING btree ("record_id");