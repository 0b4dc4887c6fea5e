import { type ComponentProps, type ReactElement, useId } from 'react';
import type { Elements } from '../app/elements';
import { useT } from '../i18n/I18nProvider';
import styles from './controls.module.css';

/** Attributes that connect a control to its label, hint and error message. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldProps {
  /** The control's whole accessible name: hints and markers are outside the label element. */
  label: string;
  hint?: string | false | ReactElement;
  /** May be left empty. */
  optional?: boolean;
  /** The error message, if the value is invalid. */
  error?: string;
}

/** A control with its label above, and its error message and hint below. */
export function Field({
  label,
  hint,
  optional,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => Elements }) {
  const t = useT();
  const id = useId();
  const ids = { optional: `${id}-optional`, hint: `${id}-hint`, flag: `${id}-flag` };
  const describedBy = [error && ids.flag, optional && ids.optional, hint && ids.hint];

  return (
    <div className={styles.field}>
      <div className={styles.caption}>
        <label id={`${id}-label`} htmlFor={id} className={styles.label}>
          {label}
        </label>
        {optional && (
          <span id={ids.optional} className={styles.optional}>
            {t('field.optional')}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': optional ? undefined : true,
      })}
      {error && (
        <p id={ids.flag} className={styles.flag}>
          {error}
        </p>
      )}
      {hint && (
        <div id={ids.hint} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id'>;

/** A labelled single-line input: text, number, date, password and so on, by its `type`. */
export function TextField({ label, hint, optional, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      {(control) => (
        <input
          type="text"
          dir="auto"
          {...input}
          {...control}
          aria-required={input.readOnly ? undefined : control['aria-required']}
          className={styles.control}
        />
      )}
    </Field>
  );
}

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>;

/** A labelled text area. */
export function TextAreaField({ label, hint, optional, error, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      {(control) => <textarea rows={4} dir="auto" {...area} {...control} className={styles.area} />}
    </Field>
  );
}

type SelectFieldProps = FieldProps & Omit<ComponentProps<'select'>, 'className' | 'id'>;

/** A labelled native select; its options are its children. */
export function SelectField({
  label,
  hint,
  optional,
  error,
  children,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      {(control) => (
        <select {...select} {...control} className={styles.select}>
          {children}
        </select>
      )}
    </Field>
  );
}
