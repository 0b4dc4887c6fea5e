DROP INDEX "referral_by_creator";--> statement-breakpoint
CREATE INDEX "referral_by_creator" ON "referral" USING btree ("created_by","entry_date","id") WHERE "referral"."created_by" is not null;