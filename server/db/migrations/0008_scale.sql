-- A text as it is searched for: without accents and capitals, its blanks counted once. What is no Latin letter stays.
CREATE FUNCTION searched(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(
    lower(translate(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'), 'đĐøØłŁ', 'dDoOlL')),
    '\s+', ' ', 'g');--> statement-breakpoint
-- The single characters and pairs in a word: three in a row are what the trigrams of pg_trgm find.
CREATE FUNCTION pieces(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(
    SELECT DISTINCT substr(word, place, size)
    FROM generate_series(1, length(word)) place, generate_series(1, 2) size
    WHERE place + size - 1 <= length(word));--> statement-breakpoint
CREATE TABLE "name_word" (
	"word" text PRIMARY KEY NOT NULL,
	"seen" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_tally" (
	"site_id" text NOT NULL,
	"is_guest" boolean NOT NULL,
	"status" text NOT NULL,
	"sex" text NOT NULL,
	"is_suspected" boolean NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "referral_tally_site_id_is_guest_status_sex_is_suspected_pk" PRIMARY KEY("site_id","is_guest","status","sex","is_suspected")
);
--> statement-breakpoint
CREATE TABLE "referral_tally_change" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"site_id" text NOT NULL,
	"is_guest" boolean NOT NULL,
	"status" text NOT NULL,
	"sex" text NOT NULL,
	"is_suspected" boolean NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "name_searched" text GENERATED ALWAYS AS (searched(first_name || ' ' || last_name)) STORED;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "referrer_id" text GENERATED ALWAYS AS (coalesce(assigned_to, created_by, '')) STORED;--> statement-breakpoint
DROP INDEX "account_by_text";--> statement-breakpoint
DROP INDEX "audit_by_actor";--> statement-breakpoint
DROP INDEX "referral_by_creator";--> statement-breakpoint
DROP INDEX "referral_by_referrer";--> statement-breakpoint
DROP INDEX "referral_name_search";--> statement-breakpoint
DROP INDEX "referral_tracking_search";--> statement-breakpoint
DROP INDEX "referral_phone_search";--> statement-breakpoint
CREATE INDEX "name_word_search" ON "name_word" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "name_word_pieces" ON "name_word" USING gin (pieces("word"));--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit_event" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "referral_by_status" ON "referral" USING btree ("status","sex","entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_by_site_status" ON "referral" USING btree ("site_id","status","sex","entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "account_by_text" ON "account" USING gin ((searched("fullname" || ' ' || "username")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "referral_by_creator" ON "referral" USING btree ("created_by","entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_by_referrer" ON "referral" USING btree ("referrer_id","entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_name_search" ON "referral" USING gin (string_to_array("name_searched", ' ')) WITH (fastupdate=false) WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_tracking_search" ON "referral" USING btree (replace("tracking_id", '-', '') text_pattern_ops) WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_phone_search" ON "referral" USING gin ("contact_digits" gin_trgm_ops) WITH (fastupdate=false) WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
INSERT INTO "name_word" ("word", "seen")
  SELECT word, least(count(*), 2000)
  FROM "referral", unnest(string_to_array("name_searched", ' ')) word
  GROUP BY word;--> statement-breakpoint
-- Beyond 2000 a word is common, and how much so does not matter: nobody waits for others who write it (SEEN_AT_MOST in
-- features/referrals/nameRepository.ts). In order, so that nobody waits in a circle.
CREATE FUNCTION note_name_words(words text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO name_word (word, seen)
    SELECT noted, least(count(*), 2000)
    FROM unnest(words) noted
    WHERE NOT EXISTS (SELECT 1 FROM name_word known WHERE known.word = noted AND known.seen >= 2000)
    GROUP BY noted
    ORDER BY noted
  ON CONFLICT (word) DO UPDATE SET seen = least(name_word.seen + excluded.seen, 2000)
$$;--> statement-breakpoint
CREATE FUNCTION referral_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_name_words(array_agg(word))
    FROM added, unnest(string_to_array(added.name_searched, ' ')) word;
  INSERT INTO referral_tally_change (site_id, is_guest, status, sex, is_suspected, count)
    SELECT site_id, referrer_id = '', status, sex, suspected IS NOT NULL, count(*)
    FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION referral_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral_tally_change (site_id, is_guest, status, sex, is_suspected, count)
    SELECT site_id, referrer_id = '', status, sex, suspected IS NOT NULL, sum(by)
    FROM (SELECT *, 1 AS by FROM added UNION ALL SELECT *, -1 FROM removed) step
    WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5 HAVING sum(by) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION referral_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral_tally_change (site_id, is_guest, status, sex, is_suspected, count)
    SELECT site_id, referrer_id = '', status, sex, suspected IS NOT NULL, -count(*)
    FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION referral_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM referral_tally_change;
  DELETE FROM referral_tally;
  DELETE FROM name_word;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION referral_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_name_words(string_to_array(NEW.name_searched, ' '));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER referral_came AFTER INSERT ON "referral"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION referral_came();--> statement-breakpoint
CREATE TRIGGER referral_changed AFTER UPDATE ON "referral"
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION referral_changed();--> statement-breakpoint
CREATE TRIGGER referral_went AFTER DELETE ON "referral"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION referral_went();--> statement-breakpoint
CREATE TRIGGER referral_emptied AFTER TRUNCATE ON "referral"
  FOR EACH STATEMENT EXECUTE FUNCTION referral_emptied();--> statement-breakpoint
CREATE TRIGGER referral_renamed AFTER UPDATE OF "first_name", "last_name" ON "referral"
  FOR EACH ROW WHEN (OLD.name_searched IS DISTINCT FROM NEW.name_searched)
  EXECUTE FUNCTION referral_renamed();--> statement-breakpoint
INSERT INTO "referral_tally" ("site_id", "is_guest", "status", "sex", "is_suspected", "count")
  SELECT coalesce(site_id, ''), referrer_id = '' AS is_guest, status, sex,
    suspected IS NOT NULL AS is_suspected, count(*)
  FROM "referral" WHERE deleted_at IS NULL
  GROUP BY referrer_id = '', status, sex, suspected IS NOT NULL, ROLLUP (site_id);
