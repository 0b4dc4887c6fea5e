/** Cursors for keyset pagination: the sort values of a page's last row as it was shown. The next page starts after them. */
import { z } from 'zod';
import { REFERRAL_STATUSES } from '../../../../contract/staffConstants';
import type { Hmac } from '../../limits';

const cursorSchema = z.object({
  id: z.string(),
  status: z.enum(REFERRAL_STATUSES),
  /** As the database prints it, to the microsecond. */
  entered: z.string(),
  /** Since when the person waits to be reached, likewise; null if nobody waits. */
  waits: z.string().nullable(),
  /** The search key of the name, last name first. */
  name: z.string(),
  siteId: z.string(),
  /** The search key of the site's name. */
  siteName: z.string(),
});

/** The sort values of a row as it was shown. */
export type Cursor = z.output<typeof cursorSchema>;

/** The label is part of the signed text: changing it invalidates the cursors of open pages. */
const LABEL = 'place';

/** Serializes and signs a cursor for the client. */
export function signCursor(hmac: Hmac, cursor: Cursor): string {
  const text = Buffer.from(JSON.stringify(cursorSchema.parse(cursor))).toString('base64url');
  return `${text}.${hmac(LABEL, text)}`;
}

/**
 * Parses a signed cursor; undefined if its signature is invalid or another version wrote it. The page is then read by its
 * offset.
 */
export function readCursor(hmac: Hmac, signed: string | undefined): Cursor | undefined {
  const [text = '', signature] = (signed ?? '').split('.');
  if (signature === undefined || signature !== hmac(LABEL, text)) return undefined;
  return cursorSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
}
