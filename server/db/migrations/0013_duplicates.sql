-- A name as it is compared, from a searched one: its words in alphabetical order, as forms swap first and last names; without
-- apostrophes; a hyphen is a blank.
CREATE FUNCTION compared_name(name_searched text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (
    SELECT string_agg(word, ' ' ORDER BY word COLLATE "C")
    FROM unnest(string_to_array(translate(name_searched, '-''’‘ʼ`´', ' '), ' ')) word
    WHERE word <> '');
END $$;--> statement-breakpoint
-- The digits of a phone number without the country code of the US.
CREATE FUNCTION compared_phone(digits text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN length(digits) = 11 AND digits LIKE '1%' THEN substr(digits, 2) ELSE digits END;--> statement-breakpoint
CREATE INDEX "referral_same_name" ON "referral" USING btree (compared_name("name_searched"),"dob",compared_phone("contact_digits")) WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_same_phone" ON "referral" USING btree (compared_phone("contact_digits"),"dob") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;