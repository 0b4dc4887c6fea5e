/**
 * What may be said about a referral to somebody outside, and nothing else (42 CFR § 2.13). Pages, notices, letters, prints and what
 * staff read out all ask `disclose`. Its sentences are texts of both languages (`answers` in contract/languages).
 */
import { type AttemptFacts, isReached } from './contact';
import {
  CONSENT_LEVELS,
  type ConsentContext,
  type ConsentFacts,
  type ConsentLevel,
  consentState,
} from './consent';
import { ENDED_STATUS, PERSON_END_REASONS } from './staffConstants';

/** Everything that may be said. The first is the answer without a consent in force, to the one who filed. */
export const SENTENCES = [
  'callUs',
  'received',
  'notTalked',
  'talked',
  'wantsServices',
  'declined',
  'notReached',
  'notOffered',
] as const;
export type Sentence = (typeof SENTENCES)[number];

/** What the ledger has: these, and `news`, the mail that says only that there is something to read. */
export const LEDGER_WORDS = [...SENTENCES, 'news'] as const;
export type LedgerWords = (typeof LEDGER_WORDS)[number];

/** What an answer depends on. */
export interface DisclosureFacts extends ConsentContext {
  readonly status: string;
  /** Why it ended. */
  readonly endReason: string | null;
  /** All attempts that are not struck and can no longer be undone. */
  readonly attempts: readonly AttemptFacts[];
  /** Whether it is deleted or held. */
  readonly isHidden: boolean;
  readonly consents: readonly ConsentFacts[];
  /** The level that staff chose to say at most; null for all that a consent lets through. */
  readonly chosenLevel: string | null;
}

/** Who asks. */
export interface DisclosureReader {
  readonly kind: string;
  readonly name: string;
  readonly accountId: string | null;
  /** Whether they filed the referral. */
  readonly isFiler: boolean;
  /** Whether they ask the look-up, by their receipt. */
  readonly isLookingUp?: boolean;
}

/** An answer, and the consent by which it says more than `callUs`. */
export interface Disclosure {
  readonly sentence: Sentence;
  readonly level: ConsentLevel | null;
  readonly consentId: string | null;
}

/** What the answers of a level may depend on, and no more. */
interface Reached {
  readonly hasTalked: boolean;
}
interface Outcome extends Reached {
  /** Why it ended, '' without a reason; null while it has not ended. */
  readonly ending: string | null;
  /** The outcome of the last attempt that reached the person. */
  readonly lastOutcome: string | undefined;
}

interface Row<Facts> {
  readonly sentence: Sentence;
  readonly fits: (facts: Facts) => boolean;
}

const PERSON_REASONS: readonly string[] = PERSON_END_REASONS;

/** The rows of each level: the first that fits answers. Where none fits, those of the level below do; the last rows always have one. */
const OUTCOME_ROWS: readonly Row<Outcome>[] = [
  {
    sentence: 'declined',
    fits: ({ hasTalked, ending }) => hasTalked && PERSON_REASONS.includes(ending ?? ''),
  },
  { sentence: 'notReached', fits: ({ ending }) => ending === 'notReached' },
  {
    sentence: 'notOffered',
    fits: ({ ending }) => ending === 'notOffered' || ending === 'noPlace',
  },
  {
    sentence: 'wantsServices',
    fits: ({ ending, lastOutcome }) => ending === null && lastOutcome === 'wantsServices',
  },
];
const REACHED_ROWS: readonly Row<Reached>[] = [
  { sentence: 'talked', fits: ({ hasTalked }) => hasTalked },
  { sentence: 'notTalked', fits: ({ hasTalked }) => !hasTalked },
];

const sentencesIn = (rows: readonly { readonly sentence: Sentence }[]) =>
  rows.map(({ sentence }) => sentence);

/** Every sentence that each level can say: the form that is signed prints them. */
export const SENTENCES_OF_LEVEL: Readonly<Record<ConsentLevel, readonly Sentence[]>> = {
  received: ['received'],
  reached: sentencesIn(REACHED_ROWS),
  outcome: sentencesIn([...OUTCOME_ROWS, ...REACHED_ROWS]),
};

/**
 * Returns what may be said of a referral to a reader.
 * @returns null for nothing, not even whether the person is known: without a consent in force, to anybody but the one who filed
 */
export function disclose(facts: DisclosureFacts, reader: DisclosureReader): Disclosure | null {
  const [consent] = facts.isHidden ? [] : consentsFor(facts, reader);
  if (!consent) return reader.isFiler ? { sentence: 'callUs', level: null, consentId: null } : null;
  const level = lowerLevel(consent.level, facts.chosenLevel ?? 'outcome');
  return { sentence: sentenceAt(level, facts), level, consentId: consent.id };
}

/** From what says least to what says most. How a referral ended is one step, however it did. */
const STEPS: readonly (readonly Sentence[])[] = [
  ['callUs'],
  ['received'],
  ['notTalked'],
  ['talked'],
  ['wantsServices'],
  ['declined', 'notReached', 'notOffered'],
];
const stepOf = (sentence: Sentence) => STEPS.findIndex((step) => step.includes(sentence));

/** Whether a sentence says more than each of others that were said: only that is news. */
export const saysMore = (sentence: Sentence, others: readonly Sentence[]): boolean =>
  others.every((other) => stepOf(sentence) > stepOf(other));

/** The consents in force for a reader, the one that lets most through first. */
function consentsFor(facts: DisclosureFacts, reader: DisclosureReader): ConsentFacts[] {
  return facts.consents
    .filter(
      (consent) =>
        consent.recipientKind === reader.kind &&
        consent.recipientName === reader.name &&
        consent.recipientAccountId === reader.accountId &&
        !(consent.isByPhoneOnly && reader.isLookingUp) &&
        consentState(consent, facts).kind === 'inForce',
    )
    .toSorted((one, other) => rankOf(other.level) - rankOf(one.level));
}

/** The place of a level; 0 for one of a newer server, which is read as the lowest. */
const rankOf = (level: string) => Math.max(0, (CONSENT_LEVELS as readonly string[]).indexOf(level));

/** The lower of two levels; one of a newer server is the lowest. */
export const lowerLevel = (one: string, other: string): ConsentLevel =>
  CONSENT_LEVELS[Math.min(rankOf(one), rankOf(other))] ?? 'received';

/** What an answer says at a level in force. */
export function sentenceAt(
  level: ConsentLevel,
  facts: Pick<DisclosureFacts, 'attempts' | 'status' | 'endReason'>,
): Sentence {
  if (level === 'received') return 'received';
  const reached = facts.attempts.filter(isReached);
  const asReached: Reached = { hasTalked: reached.length > 0 };
  const asOutcome: Outcome = {
    ...asReached,
    ending: facts.status === ENDED_STATUS ? (facts.endReason ?? '') : null,
    lastOutcome: latestOf(reached)?.outcome,
  };
  return (
    (level === 'outcome' ? firstFit(OUTCOME_ROWS, asOutcome) : undefined) ??
    firstFit(REACHED_ROWS, asReached) ??
    'received'
  );
}

/** Of two at the same time, the one that was saved later. */
const latestOf = (attempts: readonly AttemptFacts[]) =>
  attempts.reduce<AttemptFacts | undefined>(
    (latest, one) => (latest && latest.at > one.at ? latest : one),
    undefined,
  );

const firstFit = <Facts>(rows: readonly Row<Facts>[], facts: Facts): Sentence | undefined =>
  rows.find(({ fits }) => fits(facts))?.sentence;
