import type { HistoryEvent } from '../../../../contract/entities/history';
import type { ReferralRecord } from '../../../dataProvider/referrals';

/** Fields that name somebody else than the referred person. */
const NAMING: readonly string[] = [
  'referred_by',
  'owner',
  'probation_name',
  'probation_phone',
  'probation_email',
];

/** The id of all whose names are left out: one for all, as their number says something, too. An event without an actor has none. */
const LEFT_OUT = 'leftOut';

/**
 * A referral for the copy that its person gets (42 CFR § 2.23): without the names of other people, but for those that somebody wrote
 * into a note.
 * @param leftOut what is read in place of a name
 */
export function referralWithoutOthers(referral: ReferralRecord, leftOut: string): ReferralRecord {
  const replaced = (value: string | null | undefined) => (value ? leftOut : value);
  return {
    ...referral,
    owner: null,
    user_info: referral.user_info && { fullname: leftOut },
    probation_name: replaced(referral.probation_name),
    probation_phone: replaced(referral.probation_phone),
    probation_email: replaced(referral.probation_email),
  };
}

/** The history for that copy. What links to another person's referral is left out as a whole. */
export function eventsWithoutOthers(
  events: readonly HistoryEvent[],
  leftOut: string,
): HistoryEvent[] {
  const withoutName = (actor: HistoryEvent['actor']) =>
    actor && { id: LEFT_OUT, fullname: leftOut };
  return events
    .filter(({ kind }) => kind !== 'notSamePerson')
    .map(({ attempt, ...event }) => ({
      ...event,
      actor: withoutName(event.actor),
      changes: event.changes.map((change) =>
        NAMING.includes(change.field)
          ? { ...change, from: change.from && leftOut, to: change.to && leftOut }
          : change,
      ),
      ...(attempt && {
        attempt: {
          ...attempt,
          struck: attempt.struck && { ...attempt.struck, actor: withoutName(attempt.struck.actor) },
        },
      }),
    }));
}
