import { useController, type UseFormReturn } from 'react-hook-form';
import { ADD_USER_ROLES, ADD_USER_SITES } from '../../../../contract/constants';
import { useStaffT } from '../../../i18n/useStaffT';
import { MultiSelect } from '../../../shared/MultiSelect';
import { SelectField } from '../../../shared/TextFields';
import { NewLoginFields } from '../../../staff/NewLoginFields';
import type { AddUserValues } from './useAddUser';
import { required, useFieldError } from '../../../shared/formRules';

const SITES = ADD_USER_SITES.map((name) => ({ value: name, label: name }));

interface Props {
  form: UseFormReturn<AddUserValues>;
}

/**
 * Email, password, sites and role (spec section 2, "Add Admin User modal"). Each part registers its own fields, so that the
 * first one in sight that is refused takes the focus.
 */
export function AddUserFields({ form }: Props) {
  return (
    <>
      <NewLoginFields register={form.register} errors={form.formState.errors} />
      <SitesField form={form} />
      <RoleField form={form} />
    </>
  );
}

function SitesField({ form }: Props) {
  const t = useStaffT();
  const { field } = useController({ control: form.control, name: 'sites' });
  return (
    <MultiSelect
      label={t('addUser.sites')}
      name="sites"
      inputRef={field.ref}
      optional
      hint={t('addUser.sitesHint')}
      options={SITES}
      chosen={field.value}
      onChange={field.onChange}
      placeholder={t('register.sitesPlaceholder')}
      emptyText={t('referralForm.noSubstances')}
    />
  );
}

function RoleField({ form }: Props) {
  const t = useStaffT();
  const flag = useFieldError();
  return (
    <SelectField
      {...form.register('role', required('addUser.roleRequired'))}
      label={t('addUser.role')}
      hint={t('addUser.roleHint')}
      error={flag(form.formState.errors.role)}
    >
      <option value="">{t('addUser.chooseRole')}</option>
      {ADD_USER_ROLES.map(({ value }) => (
        <option key={value} value={value}>
          {t(`addUser.roles.${value}`)}
        </option>
      ))}
    </SelectField>
  );
}
