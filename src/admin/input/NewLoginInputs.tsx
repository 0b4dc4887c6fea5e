import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { TextInput } from '../../ui/form/Inputs';
import { required, useNewPassword } from '../../ui/form/validate';
import { PasswordInput } from './PasswordInput';

/** Why the server refuses these fields: field of the request → its text. */
export const NEW_LOGIN_REFUSALS: Readonly<Record<string, StaffTextKey>> = {
  username: 'register.invalidEmail',
  password: 'register.weakPassword',
};

/**
 * E-mail and password of a login made for someone else (spec section 5, "Create-account dialog").
 *
 * @example
 * <FormDialog {...dialog} fields={NEW_LOGIN_REFUSALS}>
 *   <NewLoginInputs />
 * </FormDialog>
 */
export function NewLoginInputs() {
  const t = useStaffT();
  const newPassword = useNewPassword();
  return (
    <>
      <TextInput
        source="username"
        type="email"
        autoComplete="off"
        label={t('login.email')}
        validate={required('login.emailRequired')}
      />
      <PasswordInput
        source="password"
        label={t('login.password')}
        helperText={newPassword.hint}
        validate={[required('login.passwordRequired'), newPassword.length]}
      />
    </>
  );
}
