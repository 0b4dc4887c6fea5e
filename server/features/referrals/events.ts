/** The events that a change of a referral adds to its history (docs/decisions/0038-history-and-corrections.md). */
import { EVENT_KINDS } from '../../../contract/staffConstants';
import type { ReferralSubmission } from '../../../contract/entities/referral';
import type { EventChange, referral } from '../../db/schema';

export type ReferralRow = typeof referral.$inferSelect;
export type ReferralChange = Partial<typeof referral.$inferInsert>;

interface NewEvent {
  readonly kind: (typeof EVENT_KINDS)[number];
  readonly changes?: EventChange[];
}

type Value = EventChange['from'];
type Read = (row: ReferralRow) => Value;

/** The filed fields except the notes, by their names on the wire. Site and county are ids. */
const FILED: Record<keyof Omit<ReferralSubmission, 'notes'>, Read> = {
  site: (row) => row.site_id,
  substance: (row) => row.substance,
  first_name: (row) => row.first_name,
  last_name: (row) => row.last_name,
  contact_number: (row) => row.contact_number,
  sex: (row) => row.sex,
  dob: (row) => row.dob,
  mediCal: (row) => row.mediCal,
  mediCal_county: (row) => row.mediCal_county,
  probation_name: (row) => row.probation_name,
  probation_phone: (row) => row.probation_phone,
  probation_email: (row) => row.probation_email,
  preferred_language: (row) => row.preferred_language,
  may_voicemail: (row) => readAnswer(row.may_voicemail),
  may_text: (row) => readAnswer(row.may_text),
  reach_note: (row) => row.reach_note,
};

/** 'true' or 'false', as the history has texts; null without an answer. */
function readAnswer(answer: boolean | null): Value {
  return answer === null ? null : String(answer);
}

/** The kinds of events that report changed fields, and those fields. */
const FIELDS: Partial<Record<NewEvent['kind'], Record<string, Read>>> = {
  status: {
    status: (row) => row.status,
    end_reason: (row) => row.end_reason,
    end_note: (row) => row.end_note,
    told_level: (row) => row.told_level,
  },
  intakeNote: { notes: (row) => row.notes || null },
  referrer: { referred_by: (row) => row.referrer_id || null },
  owner: { owner: (row) => row.owner_id },
  corrected: FILED,
};

/** Lists the events of a change: one for each kind of which a field has changed. */
export function listEvents(before: ReferralRow, after: ReferralRow): NewEvent[] {
  return EVENT_KINDS.flatMap((kind): NewEvent[] => {
    if (kind === 'released') {
      return before.hold_reason !== null && after.hold_reason === null ? [{ kind }] : [];
    }
    const changes = Object.entries(FIELDS[kind] ?? {}).flatMap(([field, read]) => {
      const [from, to] = [read(before), read(after)];
      return isSame(from, to) ? [] : [{ field, from, to }];
    });
    return changes.length > 0 ? [{ kind, changes }] : [];
  });
}

/** Returns the part of a change that differs from what is stored; undefined if nothing does. */
export function selectChanged(
  before: ReferralRow,
  change: ReferralChange,
): ReferralChange | undefined {
  const stored: Record<string, unknown> = { ...before };
  const changed = Object.entries(change).filter(
    ([column, value]) => !isSame(stored[column], value),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** Ignores the order of lists: substances are a set. */
const isSame = (one: unknown, other: unknown) => toComparable(one) === toComparable(other);
const toComparable = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : (value ?? null));
