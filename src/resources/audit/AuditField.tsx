import { useId } from 'react';
import type { Elements } from '../../app/elements';
import controls from '../../ui/controls.module.css';
import type { ControlProps } from '../../ui/Field';
import styles from './AuditFilterForm.module.css';

interface Props {
  readonly label: string;
  readonly error?: string;
  readonly children: (control: ControlProps) => Elements;
}

/** A filter with a compact label above and its error message below. */
export function AuditField({ label, error, children }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': error ? `${id}-flag` : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': undefined,
      })}
      {error && (
        <p id={`${id}-flag`} className={controls.flag}>
          {error}
        </p>
      )}
    </div>
  );
}
