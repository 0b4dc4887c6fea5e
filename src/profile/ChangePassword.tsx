import type { StaffTextKey } from '../i18n/textKeys';
import { useStaffT } from '../i18n/useStaffT';
import { required, sameAs, useNewPassword, type Validator } from '../ui/form/validate';
import { CHANGE_PASSWORD_ID } from '../app/routes';
import { PasswordInput, type Send } from '../admin';
import { ProfileForm } from './ProfileForm';

/** Error message of each refused field of the request. */
const FIELDS: Readonly<Record<string, StaffTextKey>> = {
  current_password: 'changePassword.wrong',
  new_pass: 'register.weakPassword',
};

const EMPTY = { current_password: '', new_pass: '', confirm: '' };

const change: Send<typeof EMPTY> = (provider, { current_password, new_pass }) =>
  provider.changePassword({ current: current_password, next: new_pass });

const differsFromCurrent: Validator<string> = (value, { current_password }) =>
  value === current_password ? 'changePassword.unchanged' : undefined;

/** Replaces one's own password. */
export function ChangePassword() {
  const t = useStaffT();
  const newPassword = useNewPassword();
  return (
    <ProfileForm
      id={CHANGE_PASSWORD_ID}
      texts="changePassword"
      defaultValues={EMPTY}
      send={change}
      fields={FIELDS}
      submitLabel={t('changePassword.title')}
    >
      <PasswordInput
        source="current_password"
        autoComplete="current-password"
        label={t('changePassword.current')}
        validate={required('changePassword.currentRequired')}
      />
      <PasswordInput
        source="new_pass"
        label={t('changePassword.next')}
        helperText={newPassword.hint}
        validate={[required('changePassword.nextRequired'), newPassword.length, differsFromCurrent]}
      />
      <PasswordInput
        source="confirm"
        label={t('changePassword.confirm')}
        validate={[
          required('changePassword.confirmRequired'),
          sameAs('new_pass', 'reset.mismatch'),
        ]}
      />
    </ProfileForm>
  );
}
