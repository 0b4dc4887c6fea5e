import { type ComponentProps, useId } from 'react';
import styles from './controls.module.css';

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'id'> & {
  label: string;
  error?: string;
};

/** A checkbox with its label beside it. */
export function CheckField({ label, error, ...input }: CheckFieldProps) {
  const id = useId();
  const errorId = `${id}-flag`;
  return (
    <div>
      <label className={styles.check}>
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={errorId} className={styles.flag}>
          {error}
        </p>
      )}
    </div>
  );
}
