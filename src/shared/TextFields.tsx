import type { ComponentProps } from 'react';
import styles from './controls.module.css';
import { Field, type FieldProps } from './Field';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id'>;

/** A labelled single-line input: text, number, date, password and so on, by its `type`. */
export function TextField({ label, hint, optional, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      {(control) => (
        <input
          type="text"
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
      {(control) => <textarea rows={4} {...area} {...control} className={styles.area} />}
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
