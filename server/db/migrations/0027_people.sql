CREATE TABLE "not_same_person" (
	"first_id" text NOT NULL,
	"second_id" text NOT NULL,
	"actor_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "not_same_person_first_id_second_id_pk" PRIMARY KEY("first_id","second_id"),
	CONSTRAINT "not_same_person_ordered" CHECK ("not_same_person"."first_id" collate "C" < "not_same_person"."second_id" collate "C")
);
--> statement-breakpoint
ALTER TABLE "not_same_person" ADD CONSTRAINT "not_same_person_first_id_referral_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."referral"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "not_same_person" ADD CONSTRAINT "not_same_person_second_id_referral_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."referral"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "not_same_person" ADD CONSTRAINT "not_same_person_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;