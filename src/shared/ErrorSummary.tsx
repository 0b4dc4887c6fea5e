import { useEffect, useId, useRef, useState } from 'react';
import { useT } from '../i18n/I18nProvider';
import styles from './ErrorSummary.module.css';
import message from './Message.module.css';

const INVALID = '[aria-invalid="true"]';

interface InvalidFields {
  /** The submission that was found invalid. */
  readonly of: unknown;
  /** How many invalid fields it had. */
  readonly count: number;
  /** The fields that are still invalid. */
  readonly controls: readonly HTMLInputElement[];
}

/**
 * Manages the focus after a submission of the surrounding form was found invalid: moves it to the field if only one is
 * invalid, else to this summary, which counts the invalid fields and links to each. Place it at the end of the form, so that
 * nothing above it moves as it shrinks.
 * @param submission a different value for each submission, such as their count; falsy before the first
 */
export function ErrorSummary({ submission }: { submission: unknown }) {
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [invalidFields, setInvalidFields] = useState<InvalidFields>({
    of: submission,
    count: 0,
    controls: [],
  });
  const focusedFor = useRef(submission);
  const { controls, count } = invalidFields;

  // After each render, as errors come and go with the surrounding form. Each state update makes its own condition false.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  useEffect(() => {
    const isInvalid = (control: HTMLInputElement) =>
      control.isConnected && control.matches(INVALID);
    if (invalidFields.of !== submission) {
      const form = submission ? box.current?.closest('form') : null;
      const found = [...(form?.querySelectorAll<HTMLInputElement>(INVALID) ?? [])];
      setInvalidFields({ of: submission, count: found.length, controls: found });
    } else if (focusedFor.current !== submission) {
      focusedFor.current = submission;
      if (count > 1) box.current?.focus();
      else controls[0]?.focus();
    } else if (!controls.every(isInvalid)) {
      // Corrected fields are no longer listed.
      setInvalidFields({ ...invalidFields, controls: controls.filter(isInvalid) });
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
              // The error message is at the field.
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
