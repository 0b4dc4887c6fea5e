import type { RefCallback } from 'react';
import styles from './ReferralForm.module.css';

/**
 * A field only programs find: out of sight, out of the tab order, not read aloud, and marked so that neither the browser nor
 * a password manager fills it in for a person.
 */
export function TrapField({ onElement }: { onElement: RefCallback<HTMLInputElement> }) {
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
