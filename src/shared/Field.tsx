import { type ReactNode, useId } from 'react';
import { useT } from '../i18n/I18nProvider';
import styles from './Field.module.css';

/** What a control must carry so that its label, hint and message belong to it. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldProps {
  /** The control's whole accessible name: hints and markers stand beside the label, not in it. */
  label: string;
  hint?: ReactNode;
  /** May be left empty. */
  optional?: boolean;
  /** What is wrong with what was entered, if anything. */
  flag?: string;
}

/** A control with its label above, its hint, and what is wrong with it. */
export function Field({
  label,
  hint,
  optional,
  flag,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const t = useT();
  const id = useId();
  const parts = { optional: `${id}-optional`, hint: `${id}-hint`, flag: `${id}-flag` };
  const describedBy = [flag && parts.flag, optional && parts.optional, hint && parts.hint];

  return (
    <div className={styles.field}>
      <div className={styles.caption}>
        <label id={`${id}-label`} htmlFor={id} className={styles.label}>
          {label}
        </label>
        {optional && (
          <span id={parts.optional} className={styles.optional}>
            {t('field.optional')}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
        'aria-invalid': flag ? true : undefined,
        'aria-required': optional ? undefined : true,
      })}
      {flag && (
        <p id={parts.flag} className={styles.flag}>
          {flag}
        </p>
      )}
      {hint && (
        <div id={parts.hint} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}
