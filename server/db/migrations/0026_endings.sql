ALTER TABLE "referral" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "end_note" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "deleted_by" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "delete_reason" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "delete_note" text;--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_deleted_by_account_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referral_deleted" ON "referral" USING btree ("deleted_at","id") WHERE "referral"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "referral_by_end_reason" ON "referral" USING btree ("end_reason","entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."hold_reason" is null and "referral"."end_reason" is not null;