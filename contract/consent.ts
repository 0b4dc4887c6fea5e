/**
 * When a consent to tell somebody about a referral is in force: with every element that 42 CFR § 2.31 asks for, signed by who may
 * sign, and until it ends. One that is not in force has no effect (docs/part2.md).
 */
import { ageInYears } from './age';
import { addDays } from './calendarDays';

/** What a consent lets the recipient learn: each level has those before it. */
export const CONSENT_LEVELS = ['received', 'reached', 'outcome'] as const;
export type ConsentLevel = (typeof CONSENT_LEVELS)[number];

/** Whom a consent names: an account, the guest who filed, a person, an agency, or a court or officer who supervises. */
export const CONSENT_RECIPIENTS = ['account', 'guest', 'person', 'agency', 'probation'] as const;

/** Whether a name is of several people: a consent names one recipient. Spanish names may have 'y' ('Ortega y Gasset'). */
export const namesSeveral = (name: string): boolean => /[;&/+]|\sand\s/i.test(name);

/** The purpose of a consent that the one who files asks for. */
export const USUAL_PURPOSE = 'At the request of the person';
/** What they ask to learn: staff can ask for another level instead. */
export const USUAL_LEVEL: ConsentLevel = 'reached';

/** How it is signed. */
export const SIGNATURES = ['typed', 'drawn', 'paper'] as const;

/** Who signs: the person, or for a child under 12 who may sign for it. */
export const SIGNERS = ['person', 'guardian'] as const;
export type Signer = (typeof SIGNERS)[number];

/** Whose login the account of a referral is: the person's, or of a parent or guardian, who has one only for a child under 12. */
export const LOGIN_HOLDERS = ['person', 'guardian'] as const;
export type LoginHolder = (typeof LOGIN_HOLDERS)[number];

/** From this age a minor alone consents to drug and alcohol care, and to disclosures about it (California Family Code 6929). */
const OWN_CONSENT_AGE = 12;
/** A consent ends at most so many days after it was signed. */
export const CONSENT_MAX_DAYS = 365;
/** Unless it names another day, a consent ends so many days after the referral was last closed. */
const DAYS_AFTER_CLOSING = 30;

/** A consent as it was asked for and signed. Days are YYYY-MM-DD. Values of a newer server are possible. */
export interface ConsentFacts {
  readonly id: string;
  /** The person's name, as signed: (a)(1). */
  readonly personName: string;
  /** Who may tell: (a)(2). */
  readonly discloser: string;
  /** What: (a)(3). */
  readonly level: string;
  /** To whom: (a)(4). The name as signed, or by which staff have confirmed an account since. */
  readonly recipientKind: string;
  readonly recipientName: string;
  /** The account that the recipient is; null for other kinds. */
  readonly recipientAccountId: string | null;
  /** What for: (a)(5). */
  readonly purpose: string;
  /** The last day on which it is in force: (a)(7). */
  readonly lastDay: string | null;
  /** Whether it ends earlier, `DAYS_AFTER_CLOSING` after the referral was last closed. */
  readonly endsAfterClosing: boolean;
  /** (a)(8) */
  readonly signature: string | null;
  readonly signer: string | null;
  /** (a)(9) */
  readonly signedOn: string | null;
  /** Whether it has ended, by being revoked or otherwise: it never comes back. */
  readonly hasEnded: boolean;
  /** Whether staff must confirm it first: the recipient's name changed, the referral was deleted, or the data were restored. */
  readonly isSuspended: boolean;
  /** Whether the one who signed chose that the guest hears it by phone alone: the look-up stays silent. */
  readonly isByPhoneOnly?: boolean;
}

/** What the force of a consent depends on besides itself. */
export interface ConsentContext {
  /** The person's birth date as it stands, YYYY-MM-DD, or what was typed in its place. */
  readonly birthDate: string;
  /** The day on which the referral was last closed; null while it is open. */
  readonly closedOn: string | null;
  readonly today: string;
}

/** What a consent is: only asked for, with what it lacks; in force; in force once staff confirm it; or ended. */
export type ConsentState =
  | { readonly kind: 'asked'; readonly lacks: readonly ConsentElement[] }
  | { readonly kind: 'inForce' }
  | { readonly kind: 'suspended' }
  | { readonly kind: 'ended' };

/** What a consent needs. */
export const CONSENT_ELEMENTS = [
  'personName',
  'discloser',
  'level',
  'recipient',
  'purpose',
  'lastDay',
  'signature',
  'signedOn',
  'age',
] as const;
export type ConsentElement = (typeof CONSENT_ELEMENTS)[number];

const isIn = (list: readonly (string | null)[], value: string | null) => list.includes(value);
const isFilled = (text: string) => text.trim() !== '';

/** Who signs for a person on a day; null if the age is not known. */
export function signerOn(birthDate: string, day: string): Signer | null {
  const age = ageInYears(birthDate, day);
  if (age === undefined) return null;
  return age >= OWN_CONSENT_AGE ? 'person' : 'guardian';
}

/** Whether somebody may use a login for a person on a day: the person always may, another only while the person is under 12. */
export const mayHoldLogin = (holder: LoginHolder, birthDate: string, day: string): boolean =>
  holder === 'person' || signerOn(birthDate, day) === holder;

/** The last day on which a consent is in force, by its date and by the closing of the referral. */
export function lastDayOf(
  { lastDay, endsAfterClosing }: Pick<ConsentFacts, 'lastDay' | 'endsAfterClosing'>,
  closedOn: string | null,
): string | null {
  if (lastDay === null || !endsAfterClosing || closedOn === null) return lastDay;
  const afterClosing = addDays(closedOn, DAYS_AFTER_CLOSING);
  return afterClosing < lastDay ? afterClosing : lastDay;
}

/**
 * Returns what a consent is on a day. What a guardian signed ends on the twelfth birthday. A birth date that was corrected since
 * makes it asked for again, if somebody else would have had to sign.
 */
export function consentState(consent: ConsentFacts, context: ConsentContext): ConsentState {
  const { birthDate, closedOn, today } = context;
  if (consent.hasEnded) return { kind: 'ended' };
  const lacks = missingElements(consent, birthDate, today);
  if (lacks.length > 0) return { kind: 'asked', lacks };
  if (consent.signer !== signerOn(birthDate, today)) return { kind: 'ended' };
  if ((lastDayOf(consent, closedOn) ?? '') < today) return { kind: 'ended' };
  return { kind: consent.isSuspended ? 'suspended' : 'inForce' };
}

function missingElements(
  consent: ConsentFacts,
  birthDate: string,
  today: string,
): ConsentElement[] {
  const { signedOn, signer, lastDay } = consent;
  const isSigned = signedOn !== null && signedOn <= today;
  const has: Record<ConsentElement, boolean> = {
    personName: isFilled(consent.personName),
    discloser: isFilled(consent.discloser),
    level: isIn(CONSENT_LEVELS, consent.level),
    recipient:
      isIn(CONSENT_RECIPIENTS, consent.recipientKind) &&
      isFilled(consent.recipientName) &&
      (consent.recipientKind === 'account') === (consent.recipientAccountId !== null),
    purpose: isFilled(consent.purpose),
    lastDay:
      lastDay !== null && (signedOn === null || lastDay <= addDays(signedOn, CONSENT_MAX_DAYS)),
    signature: isIn(SIGNATURES, consent.signature) && isIn(SIGNERS, signer),
    signedOn: isSigned,
    age:
      signerOn(birthDate, today) !== null &&
      (!isSigned || signer === signerOn(birthDate, signedOn)),
  };
  return CONSENT_ELEMENTS.filter((element) => !has[element]);
}
