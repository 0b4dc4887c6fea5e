import { randomBytes } from 'node:crypto';
import { DEFAULT_REFERRAL_STATUS, type HoldReason } from '../../../contract/constants';
import {
  type ProbationDetails,
  probationDetailsSchema,
  type ReferralSubmission,
} from '../../../contract/entities/referral';
import { phoneDigits } from '../../../contract/entities/text';
import type { Issue } from '../../../contract/calls/call';
import type { referral } from '../../db/schema';
import { typeOf } from '../../plugins/errors';

export type NewReferral = Omit<
  typeof referral.$inferInsert,
  | 'id'
  | 'tracking_id'
  | 'created_by'
  | 'assigned_to'
  | 'entry_date'
  | 'updated_at'
  | 'deleted_at'
  | 'suspected'
>;

/** Crockford's base 32: no I, L, O, U, so that an id survives being read out over the phone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `R-XXXX-XXXX`: 40 random bits. Not derived from anything, so that it tells neither who nor how many. */
export function newTrackingId(): string {
  const digits = Array.from(randomBytes(8), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `R-${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/**
 * Reads the fields a probation referral requires (spec section 2).
 * @returns the details, or the flagged fields
 */
export function readProbation(
  body: unknown,
): { details: ProbationDetails; issues?: never } | { issues: Issue[]; details?: never } {
  const parsed = probationDetailsSchema.safeParse(typeof body === 'object' && body ? body : {});
  if (parsed.success) return { details: parsed.data };
  return {
    issues: parsed.error.issues.map((issue) => ({
      type: typeOf(issue.code, issue as { params?: unknown }),
      loc: ['body', ...issue.path.map(String)],
      msg: issue.message,
    })),
  };
}

/** The id of the site a body names, whatever else is wrong with it. */
export function siteIdOf(body: unknown): string | undefined {
  const chosen = (body as { site?: { value?: unknown } } | null | undefined)?.site?.value;
  return typeof chosen === 'string' ? chosen : undefined;
}

/**
 * The row of a checked submission. Probation details of any other site are dropped: what is not needed is not kept.
 * @param siteId as stored
 */
export function toNewReferral(
  submission: ReferralSubmission,
  siteId: string,
  probation: ProbationDetails | undefined,
): NewReferral {
  return {
    site_id: siteId,
    substance: submission.substance,
    first_name: submission.first_name,
    last_name: submission.last_name,
    contact_number: submission.contact_number,
    contact_digits: phoneDigits(submission.contact_number),
    sex: submission.sex,
    dob: submission.dob,
    notes: submission.notes || null,
    status: DEFAULT_REFERRAL_STATUS,
    ...probation,
  };
}

/** Nobody fills in two steps in less, in seconds. */
const LEAST_FILL_TIME = 3;

/**
 * What the marks our own form adds tell of who sent it; null when nothing does. A client that sends none is none the worse.
 * @param marks.website what is in the field no person sees
 * @param marks.filled_in seconds from the first touch of the form to sending it
 */
export function holdReasonOf(marks: { website?: unknown; filled_in?: unknown }): HoldReason | null {
  const { website, filled_in } = marks;
  const isEmpty = typeof website === 'string' ? website.trim() === '' : website == null;
  if (!isEmpty) return 'trap';
  return typeof filled_in === 'number' && filled_in < LEAST_FILL_TIME ? 'haste' : null;
}
