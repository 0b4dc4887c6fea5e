-- A name as two people are compared by it, from a searched one: its words in alphabetical order, as forms swap first and last names;
-- without apostrophes; a hyphen is a blank.
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
-- Two people with a key in common agree in two of name, birth date and phone number, but for a rare collision of hashes.
CREATE FUNCTION duplicate_keys(name_searched text, dob date, digits text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY[
    hashtextextended(compared_name(name_searched) || ' ' || (dob - date '2000-01-01')::text, 0),
    hashtextextended(compared_name(name_searched) || ' ' || compared_phone(digits), 1),
    hashtextextended((dob - date '2000-01-01')::text || ' ' || compared_phone(digits), 2)];--> statement-breakpoint
CREATE INDEX "referral_duplicates" ON "referral" USING gin (duplicate_keys("name_searched", "dob", "contact_digits")) WITH (fastupdate=false) WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;
