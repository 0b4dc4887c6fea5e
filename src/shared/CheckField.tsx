import { type ComponentProps, useId } from 'react';
import styles from './controls.module.css';
import fieldStyles from './Field.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'id'> & {
  label: string;
  error?: string;
};

/** A checkbox with its label beside it. */
export function CheckField({ label, error, ...input }: Props) {
  const errorId = useId();
  return (
    <div>
      <label className={styles.check}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
        />
        {label}
      </label>
      {error && (
        <p id={errorId} className={fieldStyles.flag}>
          {error}
        </p>
      )}
    </div>
  );
}
