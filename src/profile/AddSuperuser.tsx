import { ACCOUNT_REFUSALS } from '../../contract/staffConstants';
import type { NewSuperuser } from '../dataProvider/profile';
import type { StaffTextKey } from '../i18n/textKeys';
import { useStaffT } from '../i18n/useStaffT';
import { TextInput } from '../ui/form/Inputs';
import { requiredText } from '../ui/form/validate';
import { NewLoginInputs, type Send } from '../admin';
import { ProfileForm } from './ProfileForm';

/** Error messages: by the response's `detail`, and by refused field of the request. */
const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  [ACCOUNT_REFUSALS.emailTaken]: 'addUser.emailTaken',
};
const FIELDS: Readonly<Record<string, StaffTextKey>> = {
  fullname: 'register.invalidName',
  username: 'register.invalidEmail',
  password: 'register.weakPassword',
};

const EMPTY: NewSuperuser = { fullname: '', username: '', password: '' };

const create: Send<NewSuperuser> = (provider, { fullname, username, password }) =>
  provider.create('superusers', {
    data: { fullname: fullname.trim(), username: username.trim(), password },
  });

/** Adds a super user (spec section 2, "Profile page", and section 5, "Super user creation"). */
export function AddSuperuser() {
  const t = useStaffT();
  return (
    <ProfileForm
      texts="addSuperuser"
      defaultValues={EMPTY}
      send={create}
      details={DETAILS}
      fields={FIELDS}
      showsServerDetail
      isAdding
      submitLabel={t('addSuperuser.submit')}
      autoComplete="off"
    >
      <TextInput
        source="fullname"
        autoComplete="off"
        label={t('register.fullname')}
        validate={requiredText('addSuperuser.fullnameRequired')}
      />
      <NewLoginInputs />
    </ProfileForm>
  );
}
