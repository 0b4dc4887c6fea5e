/** Places in a list, for keyset pagination: where the next page starts is where the last row was when it was shown. */
import { z } from 'zod';
import { REFERRAL_STATUSES } from '../../../../contract/constants';
import type { Hmac } from '../../limits';

const placeSchema = z.object({
  id: z.string(),
  status: z.enum(REFERRAL_STATUSES),
  /** As the database prints it, to the microsecond. */
  entered: z.string(),
  /** The search key of the name, last name first. */
  name: z.string(),
  siteId: z.string(),
  /** The search key of the site's name. */
  siteName: z.string(),
});

/** The sort values of a row as it was shown. */
export type Place = z.output<typeof placeSchema>;

const LABEL = 'place';

/** Writes a place as a text for the client, signed, so that it is one that we have shown. */
export function signPlace(hmac: Hmac, place: Place): string {
  const text = Buffer.from(JSON.stringify(placeSchema.parse(place))).toString('base64url');
  return `${text}.${hmac(LABEL, text)}`;
}

/** Reads such a text; undefined if it is none of ours, or of another version. The page is then counted from the start of the list. */
export function readPlace(hmac: Hmac, signed: string | undefined): Place | undefined {
  const [text = '', signature] = (signed ?? '').split('.');
  if (signature === undefined || signature !== hmac(LABEL, text)) return undefined;
  return placeSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
}
