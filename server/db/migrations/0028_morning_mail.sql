ALTER TABLE "account" ADD COLUMN "morning_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "morning_mail_day" date;--> statement-breakpoint
CREATE INDEX "account_morning_mail" ON "account" USING btree ("morning_mail_day" NULLS FIRST) WHERE "account"."morning_mail" and "account"."state" = 'active';