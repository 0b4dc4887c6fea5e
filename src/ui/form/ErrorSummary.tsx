import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/I18nProvider';
import styles from './ErrorSummary.module.css';
import message from '../Message.module.css';

const INVALID = '[aria-invalid="true"]';

interface FieldErrors {
  /** The submission that was found invalid, and the translator of its texts. */
  readonly submission: unknown;
  readonly t: unknown;
  readonly errors: readonly { readonly control: HTMLInputElement; readonly text: string }[];
}

/**
 * Manages the focus after a submission of the surrounding form was found invalid: moves it to the field if only one is
 * invalid, else to this summary, which links to each by its error message. Place it at the start of the form. It stays as it is
 * until the next submission, so that nothing below it moves while fields are corrected.
 * @param submission a different value for each submission, such as their count; falsy before the first
 */
export function ErrorSummary({ submission }: { submission: unknown }) {
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<FieldErrors>({ submission, t, errors: [] });
  const focusedFor = useRef(submission);
  const { errors } = found;
  const isShown = errors.length > 1;

  // Reads the errors that the surrounding form has rendered. A layout effect, so that the summary appears with the focus, not before.
  useLayoutEffect(() => {
    if (found.submission !== submission || found.t !== t) {
      const form = submission ? box.current?.closest('form') : null;
      const controls = [...(form?.querySelectorAll<HTMLInputElement>(INVALID) ?? [])];
      setFound({ submission, t, errors: describe(controls) });
    } else if (focusedFor.current !== submission) {
      focusedFor.current = submission;
      if (errors.length > 1) box.current?.focus();
      else errors[0]?.control.focus();
    }
  }, [submission, t, found, errors]);

  return (
    <div
      ref={box}
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      hidden={!isShown}
      className={`${message.problem} ${styles.summary}`}
    >
      <p id={id}>{t('form.flagged', { smart_count: errors.length })}</p>
      <ul>
        {isShown &&
          errors.map(({ control, text }) => (
            <li key={control.id || control.name}>
              <a
                href={`#${control.id}`}
                onClick={(event) => {
                  event.preventDefault();
                  control.focus();
                }}
              >
                {text}
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** The error message of each control; followed by the control's label if two messages are the same and do not contain it. */
function describe(controls: readonly HTMLInputElement[]): FieldErrors['errors'] {
  const texts = controls.map((control) => {
    const [errorId = ''] = control.getAttribute('aria-describedby')?.split(' ') ?? [];
    return document.getElementById(errorId)?.textContent ?? '';
  });
  return controls.map((control, at) => {
    const text = texts[at] ?? '';
    const label = control.labels?.[0]?.textContent ?? '';
    const isUnambiguous =
      texts.indexOf(text) === texts.lastIndexOf(text) ||
      text.toLowerCase().includes(label.toLowerCase());
    return { control, text: isUnambiguous ? text : `${text} (${label})` };
  });
}
