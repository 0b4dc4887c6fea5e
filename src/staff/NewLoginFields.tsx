import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import type { NewLogin } from '../dataProvider/referrals';
import { useStaffT } from '../i18n/useStaffT';
import { type passwordLength, required, useFieldError, useNewPassword } from '../shared/formRules';
import { TextField } from '../shared/TextFields';
import { PasswordField } from './PasswordInput';

type Rules = ReturnType<typeof required> & Partial<ReturnType<typeof passwordLength>>;

interface Props {
  /** That of react-hook-form, for a form that has these two fields, alone or among others. */
  register: (name: keyof NewLogin, rules: Rules) => UseFormRegisterReturn;
  errors: FieldErrors<NewLogin>;
}

/** E-mail and password of a login made for someone else, with their rules (spec section 5, "Create-account dialog"). */
export function NewLoginFields({ register, errors }: Props) {
  const t = useStaffT();
  const flag = useFieldError();
  const newPassword = useNewPassword();
  return (
    <>
      <TextField
        {...register('username', required('login.emailRequired'))}
        type="email"
        autoComplete="off"
        label={t('login.email')}
        error={flag(errors.username)}
      />
      <PasswordField
        {...register('password', {
          ...required('login.passwordRequired'),
          ...newPassword.length,
        })}
        label={t('login.password')}
        hint={newPassword.hint}
        error={flag(errors.password)}
      />
    </>
  );
}
