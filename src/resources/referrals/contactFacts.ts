import { attemptsSince } from '../../../contract/contact';
import type { Attempt } from '../../../contract/entities/contactState';
import type { Referral } from '../../../contract/entities/referral';
import {
  type ContactFacts,
  type FollowUpRules,
  type NextStep,
  nextStepOf,
  waitingSince,
} from '../../../contract/nextStep';

/** What the next step of a referral depends on; defaults for what another server leaves out. */
export const contactFacts = ({ status, entry_date, owner, contact }: Referral): ContactFacts => ({
  status,
  isHidden: false,
  entryDate: entry_date,
  reopenedAt: contact?.reopened_at ?? null,
  followUpOn: contact?.follow_up?.on ?? null,
  isFromBefore: contact?.is_from_before ?? false,
  hasOwnerLeft: owner?.left ?? false,
  responseDays: contact?.response_days ?? null,
  attempts: contact?.attempts ?? [],
});

/** The next step of a referral as of a moment; null where the server knows no attempts. */
export const nextStep = (referral: Referral, rules: FollowUpRules, now: Date): NextStep | null =>
  referral.contact ? nextStepOf(contactFacts(referral), rules, now) : null;

/** Since when the person waits to be reached, ISO date-time; null if nothing is waited for. */
export const waitsSince = (referral: Referral): string | null =>
  waitingSince(contactFacts(referral));

export type OfContact = Pick<Referral, 'contact'>;

/** The attempts that count: to the person or a parent, since the last reopening; oldest first. */
export const countedAttempts = ({ contact }: OfContact): Attempt[] =>
  attemptsSince(contact?.attempts ?? [], contact?.reopened_at ?? null);
