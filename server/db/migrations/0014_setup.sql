CREATE TABLE "setup" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"email_tested_at" timestamp with time zone,
	"poster_printed_at" timestamp with time zone,
	"dismissed_at" timestamp with time zone
);--> statement-breakpoint
-- An installation that has had a referral is past its first day.
INSERT INTO "setup" ("dismissed_at") SELECT now() WHERE EXISTS (SELECT FROM "referral");
