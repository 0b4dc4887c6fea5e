import type { RefCallback } from 'react';
import styles from './ReferralForm.module.css';

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
