import { type ComponentProps, useId } from 'react';
import styles from './controls.module.css';
import fieldStyles from './Field.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'id'> & {
  label: string;
  flag?: string;
};

/** A checkbox with its label beside it. */
export function CheckField({ label, flag, ...input }: Props) {
  const errorId = useId();
  return (
    <div>
      <label className={styles.check}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={flag ? true : undefined}
          aria-describedby={flag && errorId}
        />
        {label}
      </label>
      {flag && (
        <p id={errorId} className={fieldStyles.flag}>
          {flag}
        </p>
      )}
    </div>
  );
}
