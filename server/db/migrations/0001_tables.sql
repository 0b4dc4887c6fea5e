CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"fullname" text NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"state" text NOT NULL,
	"created_referrals_only" boolean DEFAULT false NOT NULL,
	"referral_id" text,
	"sessions_valid_from" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_site" (
	"account_id" text NOT NULL,
	"site_id" text NOT NULL,
	CONSTRAINT "account_site_account_id_site_id_pk" PRIMARY KEY("account_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "audit_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"record_id" text,
	"outcome" text NOT NULL,
	"ip" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "county" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_reset" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "referral" (
	"id" text PRIMARY KEY NOT NULL,
	"tracking_id" text NOT NULL,
	"site_id" text NOT NULL,
	"substance" text[] NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"contact_number" text NOT NULL,
	"contact_digits" text NOT NULL,
	"sex" text NOT NULL,
	"dob" date NOT NULL,
	"notes" text,
	"status" text NOT NULL,
	"medi_cal" text,
	"medi_cal_county" text,
	"probation_name" text,
	"probation_phone" text,
	"probation_email" text,
	"created_by" text,
	"assigned_to" text,
	"entry_date" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"counter" integer DEFAULT 0 NOT NULL,
	"remember" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rotated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "site" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'ordinary' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "account_site" ADD CONSTRAINT "account_site_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_site" ADD CONSTRAINT "account_site_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_medi_cal_county_county_id_fk" FOREIGN KEY ("medi_cal_county") REFERENCES "public"."county"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_assigned_to_account_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_username" ON "account" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "account_referral" ON "account" USING btree ("referral_id");--> statement-breakpoint
CREATE INDEX "account_by_name" ON "account" USING btree ("fullname","id");--> statement-breakpoint
CREATE INDEX "account_by_state" ON "account" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "account_search" ON "account" USING gin ((lower("fullname" || ' ' || "username")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "account_site_by_site" ON "account_site" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "password_reset_by_account" ON "password_reset" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_tracking_id" ON "referral" USING btree ("tracking_id");--> statement-breakpoint
CREATE INDEX "referral_newest" ON "referral" USING btree ("entry_date","id") WHERE "referral"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "referral_by_site" ON "referral" USING btree ("site_id","entry_date","id") WHERE "referral"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "referral_by_creator" ON "referral" USING btree ("created_by") WHERE "referral"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "referral_by_referrer" ON "referral" USING btree ("assigned_to") WHERE "referral"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "referral_name_search" ON "referral" USING gin ((lower("first_name" || ' ' || "last_name")) gin_trgm_ops) WHERE "referral"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "referral_tracking_search" ON "referral" USING btree (replace("tracking_id", '-', '') text_pattern_ops);--> statement-breakpoint
CREATE INDEX "referral_phone_search" ON "referral" USING gin ("contact_digits" gin_trgm_ops) WHERE "referral"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "session_by_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "site_live_name" ON "site" USING btree (lower("name")) WHERE "site"."deleted_at" is null;