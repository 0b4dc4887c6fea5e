import { randomBytes } from 'node:crypto';
import { DEFAULT_REFERRAL_STATUS } from '../../../../contract/staffConstants';
import {
  type ProbationDetails,
  probationDetailsSchema,
  type ReferralSubmission,
} from '../../../../contract/entities/referral';
import { idSchema } from '../../../../contract/entities/text';
import { phoneDigits } from '../../../../contract/fieldRules';
import type { Issue } from '../../../../contract/calls/call';
import type { referral } from '../../../db/schema';
import { issueType } from '../../../http/errors';
import { formatTrackingId, toBase32 } from '../base32';

export type NewReferral = Omit<
  typeof referral.$inferInsert,
  | 'id'
  | 'tracking_id'
  | 'created_by'
  | 'assigned_to'
  | 'owner_id'
  | 'entry_date'
  | 'updated_at'
  | 'deleted_at'
  | 'hold_reason'
>;

/** Creates an id `R-XXXX-XXXX` of 40 random bits. It reveals neither the person nor the number of referrals. */
export const newTrackingId = (): string => formatTrackingId(toBase32(randomBytes(8)));

/**
 * Parses the fields that a probation referral requires (spec section 2).
 * @returns the details, or the issues of the invalid fields
 */
export function readProbation(
  body: unknown,
): { details: ProbationDetails; issues?: never } | { issues: Issue[]; details?: never } {
  const parsed = probationDetailsSchema.safeParse(typeof body === 'object' && body ? body : {});
  if (parsed.success) return { details: parsed.data };
  return {
    issues: parsed.error.issues.map((issue) => ({
      type: issueType(issue.code, issue as { params?: unknown }),
      loc: ['body', ...issue.path.map(String)],
      msg: issue.message,
    })),
  };
}

/** Reads the county's id from a request body that may be invalid otherwise; undefined if it is invalid itself. */
export function readCountyId(body: unknown): string | undefined {
  const value = (body as { mediCal_county?: unknown } | null | undefined)?.mediCal_county;
  return probationDetailsSchema.shape.mediCal_county.safeParse(value).data;
}

/** Reads the site's id from a request body that may be invalid otherwise; undefined if there is none. */
export function readSiteId(body: unknown): string | undefined {
  const value = (body as { site?: { value?: unknown } } | null | undefined)?.site?.value;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Reads the id of the corrected referral from a request body that may be invalid otherwise; undefined if it is invalid itself.
 */
export function readReferralId(body: unknown): string | undefined {
  return idSchema.safeParse((body as { id?: unknown } | null | undefined)?.id).data;
}

/**
 * Builds the row of a validated submission. Without `probation`, probation fields are dropped: only needed data is stored.
 * @param siteId the stored site's id
 * @param probation the parsed details if the site requires them
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
    ...readReach(submission),
  };
}

type Reach = Pick<NewReferral, 'preferred_language' | 'may_voicemail' | 'may_text' | 'reach_note'>;

/**
 * The answers on how to reach the person. One that was not sent is left out: a correction by a client that does not know it
 * leaves it as it is.
 */
function readReach(submission: ReferralSubmission): Reach {
  const { preferred_language, may_voicemail, may_text, reach_note } = submission;
  return {
    ...(preferred_language !== undefined && { preferred_language }),
    ...(may_voicemail !== undefined && { may_voicemail }),
    ...(may_text !== undefined && { may_text }),
    ...(reach_note !== undefined && { reach_note: reach_note || null }),
  };
}

/** The columns that a correction may change: all that were filed, except the notes. */
export type Correction = Omit<NewReferral, 'notes' | 'status'>;

const NO_PROBATION: Record<keyof ProbationDetails, null> = {
  mediCal: null,
  mediCal_county: null,
  probation_name: null,
  probation_phone: null,
  probation_email: null,
};

/** Builds the changed columns of a validated correction, like `toNewReferral`. */
export function toCorrection(
  submission: ReferralSubmission,
  siteId: string,
  probation: ProbationDetails | undefined,
): Correction {
  const { notes: _notes, status: _status, ...filed } = toNewReferral(submission, siteId, probation);
  return { ...NO_PROBATION, ...filed };
}
