ALTER TABLE "submission" RENAME TO "idempotency_record";--> statement-breakpoint
ALTER TABLE "login_guard" RENAME TO "login_throttle";--> statement-breakpoint
ALTER TABLE "referral_tally" RENAME TO "referral_counter";--> statement-breakpoint
ALTER TABLE "referral_tally_change" RENAME TO "referral_counter_change";--> statement-breakpoint
ALTER TABLE "referral" RENAME COLUMN "suspected" TO "hold_reason";--> statement-breakpoint
ALTER TABLE "referral_counter" RENAME COLUMN "is_suspected" TO "is_held";--> statement-breakpoint
ALTER TABLE "referral_counter_change" RENAME COLUMN "is_suspected" TO "is_held";--> statement-breakpoint
ALTER TABLE "limit_window" RENAME COLUMN "is_told" TO "is_audited";--> statement-breakpoint
ALTER TABLE "name_word" RENAME COLUMN "seen" TO "count";--> statement-breakpoint
ALTER INDEX "submission_pkey" RENAME TO "idempotency_record_pkey";--> statement-breakpoint
ALTER INDEX "submission_expired" RENAME TO "idempotency_record_expired";--> statement-breakpoint
ALTER INDEX "submission_by_record" RENAME TO "idempotency_record_by_record";--> statement-breakpoint
ALTER INDEX "login_guard_email_key_address_key_pk" RENAME TO "login_throttle_email_key_address_key_pk";--> statement-breakpoint
ALTER INDEX "login_guard_expired" RENAME TO "login_throttle_expired";--> statement-breakpoint
ALTER INDEX "referral_tally_key" RENAME TO "referral_counter_key";--> statement-breakpoint
ALTER INDEX "referral_tally_change_pkey" RENAME TO "referral_counter_change_pkey";--> statement-breakpoint
ALTER INDEX "referral_suspected" RENAME TO "referral_held";--> statement-breakpoint
-- The functions are those of migrations 0016 and 0018 with the new names, which PostgreSQL does not change within their texts.
CREATE OR REPLACE FUNCTION add_referral(filed referral, held text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral (id, tracking_id, site_id, substance, first_name, last_name, contact_number, contact_digits, sex, dob,
    notes, status, medi_cal, medi_cal_county, probation_name, probation_phone, probation_email, created_by, hold_reason)
  VALUES (filed.id, filed.tracking_id, filed.site_id, filed.substance, filed.first_name, filed.last_name, filed.contact_number,
    filed.contact_digits, filed.sex, filed.dob, filed.notes, filed.status, filed.medi_cal, filed.medi_cal_county,
    filed.probation_name, filed.probation_phone, filed.probation_email, filed.created_by, held);
  RETURN filed.id;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION referral_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO name_word_change (word, count)
    SELECT word, count(*) FROM added, unnest(string_to_array(name_searched, ' ')) word
    WHERE deleted_at IS NULL AND hold_reason IS NULL GROUP BY word;
  INSERT INTO referral_counter_change (site_id, is_guest, status, sex, is_held, is_owned, count)
    SELECT site_id, referrer_id = '', status, sex, hold_reason IS NOT NULL, owner_id IS NOT NULL, count(*)
    FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION referral_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO name_word_change (word, count)
    SELECT word, sum(by)
    FROM (SELECT *, 1 AS by FROM added UNION ALL SELECT *, -1 FROM removed) step,
      unnest(string_to_array(name_searched, ' ')) word
    WHERE deleted_at IS NULL AND hold_reason IS NULL GROUP BY word HAVING sum(by) <> 0;
  INSERT INTO referral_counter_change (site_id, is_guest, status, sex, is_held, is_owned, count)
    SELECT site_id, referrer_id = '', status, sex, hold_reason IS NOT NULL, owner_id IS NOT NULL, sum(by)
    FROM (SELECT *, 1 AS by FROM added UNION ALL SELECT *, -1 FROM removed) step
    WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(by) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION referral_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO name_word_change (word, count)
    SELECT word, -count(*) FROM removed, unnest(string_to_array(name_searched, ' ')) word
    WHERE deleted_at IS NULL AND hold_reason IS NULL GROUP BY word;
  INSERT INTO referral_counter_change (site_id, is_guest, status, sex, is_held, is_owned, count)
    SELECT site_id, referrer_id = '', status, sex, hold_reason IS NOT NULL, owner_id IS NOT NULL, -count(*)
    FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION referral_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM referral_counter_change;
  DELETE FROM referral_counter;
  DELETE FROM name_word_change;
  DELETE FROM name_word;
  RETURN NULL;
END $$;
