import { type RefCallback, useState } from 'react';
import { useFeature } from '../app/useFeature';
import type { ReferralFormMode } from './DraftProvider';
import styles from './ReferralForm.module.css';
import type { SpamSignals } from './referralFormState';

/**
 * The spam signals of a guest's referral, if the server offers to take them; any other referral carries only what the
 * specification names. Loads the features when the form mounts, so that sending does not wait for them.
 */
export function useSpamSignals(mode: ReferralFormMode): {
  /** Ref of the honeypot field; null when the form has none. */
  readonly honeypotRef: RefCallback<HTMLInputElement> | null;
  /** @param startedAt time of the first input, by `performance.now()` */
  read(startedAt: number | null): SpamSignals;
} {
  const isOffered = useFeature(mode === 'public' ? 'formMarks' : undefined);
  const [honeypot, setHoneypot] = useState<HTMLInputElement | null>(null);
  const isActive = mode === 'public' && isOffered;

  const read = (startedAt: number | null): SpamSignals => {
    if (!isActive) return {};
    return {
      website: honeypot?.value ?? '',
      ...(startedAt !== null && {
        filled_in: Math.floor((performance.now() - startedAt) / 1_000),
      }),
    };
  };

  return { honeypotRef: isActive ? setHoneypot : null, read };
}

/**
 * A honeypot field that only bots fill in: off-screen, out of the tab order, hidden from screen readers, and excluded from
 * autofill by browsers and password managers.
 */
export function HoneypotField({ onElement }: { onElement: RefCallback<HTMLInputElement> }) {
  return (
    <div className={styles.trap} aria-hidden="true">
      <input
        ref={onElement}
        type="text"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
        data-form-type="other"
      />
    </div>
  );
}
