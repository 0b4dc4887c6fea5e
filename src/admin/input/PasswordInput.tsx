import { type ComponentProps, useState } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import controls from '../../ui/controls.module.css';
import { Field, type FieldProps } from '../../ui/Field';
import { type TextInputProps, useFieldProps } from '../../ui/form/Inputs';
import styles from './PasswordInput.module.css';

/**
 * A password input that can be shown and hidden. By default the browser does not fill in a stored password.
 *
 * @example
 * <PasswordInput source="password" label={t('login.password')} validate={required('login.passwordRequired')} />
 */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'multiline' | 'rows'>) {
  return <PasswordField {...useFieldProps<string, typeof props>(props)} />;
}

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'>;

/** The control of `PasswordInput`, not bound to a form. */
function PasswordField({ label, hint, optional, error, ...input }: PasswordFieldProps) {
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
