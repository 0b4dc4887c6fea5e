ALTER TABLE "disclosure" DROP CONSTRAINT "disclosure_consent_id_sentence_channel_pk";--> statement-breakpoint
-- A change of the type, not an update, which the trigger refuses: nothing was said anew.
ALTER TABLE "disclosure" ALTER COLUMN "address" SET DATA TYPE text USING coalesce("address", '');--> statement-breakpoint
ALTER TABLE "disclosure" ALTER COLUMN "address" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "disclosure" ALTER COLUMN "address" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "disclosure" ADD CONSTRAINT "disclosure_consent_id_sentence_channel_address_pk" PRIMARY KEY("consent_id","sentence","channel","address");
