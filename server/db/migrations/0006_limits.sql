CREATE TABLE "limit_window" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"is_told" boolean DEFAULT false NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_guard" (
	"email_key" text NOT NULL,
	"address_key" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"window_ends_at" timestamp with time zone,
	"delayed_until" timestamp with time zone,
	"consecutive" integer DEFAULT 0 NOT NULL,
	"known_since" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "login_guard_email_key_address_key_pk" PRIMARY KEY("email_key","address_key")
);
--> statement-breakpoint
CREATE INDEX "limit_window_ended" ON "limit_window" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "login_guard_expired" ON "login_guard" USING btree ("expires_at");