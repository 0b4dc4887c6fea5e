CREATE TABLE "name_word_change" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"word" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
-- Until now a word stayed when the last referral with it was deleted, held or corrected, so that the time of a search told that it had
-- been there.
DROP TRIGGER referral_renamed ON "referral";--> statement-breakpoint
DROP FUNCTION referral_renamed();--> statement-breakpoint
TRUNCATE "name_word";--> statement-breakpoint
INSERT INTO "name_word" ("word", "seen")
  SELECT word, count(*) FROM "referral", unnest(string_to_array("name_searched", ' ')) word
  WHERE "deleted_at" IS NULL AND "suspected" IS NULL
  GROUP BY word;--> statement-breakpoint
ANALYZE "name_word";--> statement-breakpoint
CREATE OR REPLACE FUNCTION referral_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO name_word_change (word, count)
    SELECT word, count(*) FROM added, unnest(string_to_array(name_searched, ' ')) word
    WHERE deleted_at IS NULL AND suspected IS NULL GROUP BY word;
  INSERT INTO referral_tally_change (site_id, is_guest, status, sex, is_suspected, is_owned, count)
    SELECT site_id, referrer_id = '', status, sex, suspected IS NOT NULL, owner_id IS NOT NULL, count(*)
    FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION referral_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO name_word_change (word, count)
    SELECT word, sum(by)
    FROM (SELECT *, 1 AS by FROM added UNION ALL SELECT *, -1 FROM removed) step,
      unnest(string_to_array(name_searched, ' ')) word
    WHERE deleted_at IS NULL AND suspected IS NULL GROUP BY word HAVING sum(by) <> 0;
  INSERT INTO referral_tally_change (site_id, is_guest, status, sex, is_suspected, is_owned, count)
    SELECT site_id, referrer_id = '', status, sex, suspected IS NOT NULL, owner_id IS NOT NULL, sum(by)
    FROM (SELECT *, 1 AS by FROM added UNION ALL SELECT *, -1 FROM removed) step
    WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(by) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION referral_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO name_word_change (word, count)
    SELECT word, -count(*) FROM removed, unnest(string_to_array(name_searched, ' ')) word
    WHERE deleted_at IS NULL AND suspected IS NULL GROUP BY word;
  INSERT INTO referral_tally_change (site_id, is_guest, status, sex, is_suspected, is_owned, count)
    SELECT site_id, referrer_id = '', status, sex, suspected IS NOT NULL, owner_id IS NOT NULL, -count(*)
    FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION referral_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM referral_tally_change;
  DELETE FROM referral_tally;
  DELETE FROM name_word_change;
  DELETE FROM name_word;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP FUNCTION note_name_words(text[]);
