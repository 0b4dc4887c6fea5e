CREATE TABLE "news" (
	"subscription_id" uuid NOT NULL,
	"referral_id" text NOT NULL,
	"announced" text,
	"due_at" timestamp with time zone,
	CONSTRAINT "news_subscription_id_referral_id_pk" PRIMARY KEY("subscription_id","referral_id")
);
--> statement-breakpoint
CREATE TABLE "news_subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text,
	"referral_id" text,
	"address" text,
	"language" text,
	"token_hash" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "news_subscription_account_id_unique" UNIQUE("account_id"),
	CONSTRAINT "news_subscription_referral_id_unique" UNIQUE("referral_id"),
	CONSTRAINT "news_subscription_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "news_subscription_of_one" CHECK (num_nonnulls("news_subscription"."account_id", "news_subscription"."referral_id") = 1 and ("news_subscription"."referral_id" is null) = ("news_subscription"."address" is null))
);
--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_subscription_id_news_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."news_subscription"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_referral_id_referral_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referral"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_subscription" ADD CONSTRAINT "news_subscription_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_subscription" ADD CONSTRAINT "news_subscription_referral_id_receipt_referral_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."receipt"("referral_id") ON DELETE no action ON UPDATE no action;