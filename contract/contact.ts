/** Contact attempts: their fixed lists, and which of them reached the person, failed, or count at all. */

export const CONTACT_CHANNELS = ['call', 'text', 'letter', 'inPerson'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/** Whom an attempt was made to: the person, a parent, the one who referred, or another. */
export const CONTACT_PARTIES = ['person', 'parent', 'referrer', 'other'] as const;
export type ContactParty = (typeof CONTACT_PARTIES)[number];

/** Outcomes by which nobody was reached. */
const FAILED_OUTCOMES = ['noAnswer', 'voicemail', 'leftWord', 'wrongNumber', 'sent'] as const;
/** Outcomes of a talk, in which services are wanted, not now, or declined. */
const REACHED_OUTCOMES = ['wantsServices', 'notNow', 'declines'] as const;
export const CONTACT_OUTCOMES = [...FAILED_OUTCOMES, 'calledUs', ...REACHED_OUTCOMES] as const;
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number];

/** Milliseconds within which the author of an attempt can undo it. Until then, nothing is said of it. */
export const UNDO_WITHIN = 10_000;

/** What the rules need of an attempt. Values of a newer server are possible, and fit none of the lists. */
export interface AttemptFacts {
  /** ISO date-time, UTC. */
  readonly at: string;
  readonly whom: string;
  readonly outcome: string;
}

const isIn = (list: readonly string[], value: string) => list.includes(value);

/** Whether an attempt counts: it was made to the person or a parent. Others stand in the history only. */
export const counts = ({ whom }: AttemptFacts): boolean => whom === 'person' || whom === 'parent';

/** Whether the person was reached. */
export const isReached = ({ whom, outcome }: AttemptFacts): boolean =>
  whom === 'person' && isIn(REACHED_OUTCOMES, outcome);

/** Whether an attempt failed: it counts, and reached nobody. */
export const isFailed = (attempt: AttemptFacts): boolean =>
  counts(attempt) && isIn(FAILED_OUTCOMES, attempt.outcome);

/** The attempts of a referral that count since it was last reopened, oldest first. */
export const attemptsSince = <Attempt extends AttemptFacts>(
  attempts: readonly Attempt[],
  reopenedAt: string | null,
): Attempt[] =>
  attempts
    .filter((attempt) => counts(attempt) && (reopenedAt === null || attempt.at >= reopenedAt))
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
