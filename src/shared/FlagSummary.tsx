import { useEffect, useId, useRef, useState } from 'react';
import { useT } from '../i18n/I18nProvider';
import styles from './FlagSummary.module.css';
import message from './Message.module.css';

const FLAGGED = '[aria-invalid="true"]';

interface Flagged {
  /** The submission that was refused. */
  readonly of: unknown;
  /** How many fields it flagged. */
  readonly count: number;
  /** Those that are flagged still. */
  readonly controls: readonly HTMLInputElement[];
}

/**
 * Takes the focus when the form around it was refused: a single flagged field has it at once; of several this says how many
 * they are, and leads to each. It stands at the form's end, so that nothing above moves as it shrinks.
 * @param refusal another value for each submission, such as their count; falsy before the first
 */
export function FlagSummary({ refusal }: { refusal: unknown }) {
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [flagged, setFlagged] = useState<Flagged>({ of: refusal, count: 0, controls: [] });
  const focusedFor = useRef(refusal);
  const { controls, count } = flagged;

  // After each drawing, as flags come and go with the form around this; what is set makes its own condition false.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  useEffect(() => {
    const isFlagged = (control: HTMLInputElement) =>
      control.isConnected && control.matches(FLAGGED);
    if (flagged.of !== refusal) {
      const form = refusal ? box.current?.closest('form') : null;
      const found = [...(form?.querySelectorAll<HTMLInputElement>(FLAGGED) ?? [])];
      setFlagged({ of: refusal, count: found.length, controls: found });
    } else if (focusedFor.current !== refusal) {
      focusedFor.current = refusal;
      if (count > 1) box.current?.focus();
      else controls[0]?.focus();
    } else if (!controls.every(isFlagged)) {
      // What has been corrected is no longer listed.
      setFlagged({ ...flagged, controls: controls.filter(isFlagged) });
    }
  });

  return (
    <div
      ref={box}
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      hidden={count < 2 || controls.length === 0}
      className={`${message.problem} ${styles.summary}`}
    >
      <p id={id}>{t('form.flagged', { smart_count: controls.length })}</p>
      <ul>
        {controls.map((control) => (
          <li key={control.id || control.name}>
            <a
              href={`#${control.id}`}
              // Says what is wrong, which stands at the field.
              aria-describedby={control.getAttribute('aria-describedby')?.split(' ')[0]}
              onClick={(event) => {
                event.preventDefault();
                control.focus();
              }}
            >
              {control.labels?.[0]?.textContent}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
