import { useController, type UseFormReturn } from 'react-hook-form';
import { ADD_USER_ROLES, ADD_USER_SITES } from '../../../../contract/constants';
import { useStaffT } from '../../../i18n/useStaffT';
import { passwordLength, required, useFlag } from '../../../shared/formRules';
import { SelectMany } from '../../../shared/SelectMany';
import { SelectField, TextField } from '../../../shared/TextFields';
import { PasswordField } from '../../../staff/PasswordField';
import type { AddUserValues } from './useAddUser';

const SITES = ADD_USER_SITES.map((name) => ({ value: name, label: name }));

/** Email, password, sites and role (spec section 2, "Add Admin User modal"). */
export function AddUserFields({ form }: { form: UseFormReturn<AddUserValues> }) {
  const t = useStaffT();
  const flag = useFlag();
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const { field: sites } = useController({ control, name: 'sites' });

  return (
    <>
      <TextField
        {...register('username', required('login.emailRequired'))}
        type="email"
        autoComplete="off"
        label={t('login.email')}
        flag={flag(errors.username)}
      />
      <PasswordField
        {...register('password', {
          ...required('login.passwordRequired'),
          ...passwordLength('login.passwordLength'),
        })}
        label={t('login.password')}
        hint={t('register.passwordHint')}
        flag={flag(errors.password)}
      />
      <SelectMany
        label={t('addUser.sites')}
        name="sites"
        inputRef={sites.ref}
        optional
        hint={t('addUser.sitesHint')}
        options={SITES}
        chosen={sites.value}
        onChange={sites.onChange}
        placeholder={t('register.sitesPlaceholder')}
        emptyText={t('referralForm.noSubstances')}
      />
      <SelectField
        {...register('role', { validate: (role) => role !== '' || t('addUser.roleRequired') })}
        label={t('addUser.role')}
        flag={errors.role?.message}
      >
        <option value="">{t('addUser.chooseRole')}</option>
        {ADD_USER_ROLES.map(({ value }) => (
          <option key={value} value={value}>
            {t(`addUser.roles.${value}`)}
          </option>
        ))}
      </SelectField>
    </>
  );
}
