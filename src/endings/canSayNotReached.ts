import { attemptsSince } from '../../contract/contact';
import type { Contact } from '../../contract/entities/contactState';
import { failuresSinceReached } from '../../contract/nextStep';
import { dayOf } from '../i18n/providerTime';

const ATTEMPTS = 3;
const DAYS = 2;

/**
 * Whether 'Could not be reached' is offered as a reason: the one place that decides it. With recorded attempts, once three have
 * failed, on two days, since the person was last reached or the referral was reopened; always where none are recorded.
 * @param contact undefined on a server that records no attempts
 * @returns that, and how many attempts have failed
 */
export function canSayNotReached(contact: Contact | undefined): {
  readonly isOffered: boolean;
  readonly failed: number;
} {
  if (!contact) return { isOffered: true, failed: 0 };
  const failures = failuresSinceReached(attemptsSince(contact.attempts, contact.reopened_at));
  const days = new Set(failures.map(({ at }) => dayOf(new Date(at))));
  return {
    isOffered: failures.length >= ATTEMPTS && days.size >= DAYS,
    failed: failures.length,
  };
}
