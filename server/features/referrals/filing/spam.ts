import type { HoldReason } from '../../../../contract/staffConstants';

/** Minimum plausible time to complete the form's two steps, in seconds. */
const MIN_FILL_SECONDS = 3;

/**
 * Decides from the web form's spam signals whether to hold a guest's referral; null if not. A client that sends no signals is
 * not held.
 * @param signals.website value of the honeypot field
 * @param signals.filled_in seconds from the first interaction with the form to submission
 */
export function holdReasonOf(signals: {
  website?: unknown;
  filled_in?: unknown;
}): HoldReason | null {
  const { website, filled_in } = signals;
  const isEmpty = typeof website === 'string' ? website.trim() === '' : website == null;
  if (!isEmpty) return 'trap';
  return typeof filled_in === 'number' && filled_in < MIN_FILL_SECONDS ? 'haste' : null;
}
