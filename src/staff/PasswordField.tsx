import { type ComponentProps, useState } from 'react';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../shared/Button';
import controls from '../shared/controls.module.css';
import { Field, type FieldProps } from '../shared/Field';
import styles from './PasswordField.module.css';

type Props = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'>;

/** A labelled password being chosen for someone, which can be shown and hidden. The browser must not fill in one's own. */
export function PasswordField({ label, hint, optional, error, ...input }: Props) {
  const t = useStaffT();
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      {(control) => (
        <div className={styles.row}>
          <input
            autoComplete="new-password"
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={controls.control}
          />
          <Button
            variant="secondary"
            aria-controls={control.id}
            aria-label={t(isShown ? 'password.hideLong' : 'password.showLong')}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? 'password.hide' : 'password.show')}
          </Button>
        </div>
      )}
    </Field>
  );
}
