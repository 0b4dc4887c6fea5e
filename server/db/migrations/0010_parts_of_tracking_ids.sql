-- Finds any part of a tracking ID. The old index goes last: dropping it blocks readers until the migration ends.
CREATE INDEX "referral_tracking_part" ON "referral" USING gin ((replace("tracking_id", '-', '')) gin_trgm_ops) WITH (fastupdate=false) WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
DROP INDEX "referral_tracking_search";
