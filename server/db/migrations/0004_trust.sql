CREATE TABLE "audit_head" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "referral_newest";--> statement-breakpoint
DROP INDEX "referral_by_site";--> statement-breakpoint
DROP INDEX "referral_by_creator";--> statement-breakpoint
DROP INDEX "referral_by_referrer";--> statement-breakpoint
DROP INDEX "referral_name_search";--> statement-breakpoint
DROP INDEX "referral_phone_search";--> statement-breakpoint
ALTER TABLE "audit_event" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "audit_event" ALTER COLUMN "id" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "audit_event" ADD COLUMN "record_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_event" ADD COLUMN "hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "suspected" text;--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit_event" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit_event" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_by_record" ON "audit_event" USING gin ("record_ids");--> statement-breakpoint
CREATE INDEX "referral_suspected" ON "referral" USING btree ("entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is not null;--> statement-breakpoint
CREATE INDEX "referral_newest" ON "referral" USING btree ("entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_by_site" ON "referral" USING btree ("site_id","entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_by_creator" ON "referral" USING btree ("created_by") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_by_referrer" ON "referral" USING btree ("assigned_to") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_name_search" ON "referral" USING gin ((lower("first_name" || ' ' || "last_name")) gin_trgm_ops) WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_phone_search" ON "referral" USING gin ("contact_digits" gin_trgm_ops) WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;