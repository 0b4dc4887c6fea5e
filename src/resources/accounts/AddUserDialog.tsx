import { useForm } from 'react-hook-form';
import { ACCOUNT_REFUSALS, ADD_USER_ROLES, SITE_REFUSALS } from '../../../contract/staffConstants';
import { FormDialog, NEW_LOGIN_REFUSALS, NewLoginInputs, useDialogMutation } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { NewAccount } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT } from '../../i18n/useStaffT';
import { AutocompleteArrayInput, SelectInput } from '../../ui/form/Inputs';
import { required } from '../../ui/form/validate';
import { ListFailure } from '../../ui/useList';
import { useSiteChoices } from './useSiteChoices';

/** The server's reasons to refuse an account. */
const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  [ACCOUNT_REFUSALS.emailTaken]: 'addUser.emailTaken',
  [SITE_REFUSALS.nameDeleted]: 'addUser.siteDeleted',
};
const FIELDS: Readonly<Record<string, StaffTextKey>> = {
  ...NEW_LOGIN_REFUSALS,
  schools: 'addUser.siteMissing',
};

/** The values of the form; no role is chosen at first. Sites are ids. */
interface AddUserValues extends Omit<NewAccount, 'role' | 'sites'> {
  readonly role: NewAccount['role'] | '';
  readonly sites: string[];
}

const EMPTY: AddUserValues = { username: '', password: '', role: '', sites: [] };

/** Adds an account of a role that can be given (spec sections 2 and 8, "Add Admin User modal"). */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const t = useStaffT();
  const form = useForm<AddUserValues>({ shouldFocusError: false, defaultValues: EMPTY });
  const mutation = useDialogMutation<NewAccount>({
    send: (provider, data) => provider.create(RESOURCES.accounts, { data }),
    done: 'addUser.done',
    failed: 'addUser.failed',
    onDone: onClose,
  });
  const siteName = useSiteName();
  const { choices, isPending, isError, refetch } = useSiteChoices();
  const onSubmit = ({ username, password, role, sites }: AddUserValues) => {
    const chosen = choices.filter(({ id }) => sites.includes(id));
    if (role !== '') mutation.start({ username: username.trim(), password, role, sites: chosen });
  };
  return (
    <FormDialog
      title={t('addUser.title')}
      submitLabel={t('addUser.submit')}
      form={form}
      onSubmit={onSubmit}
      mutation={mutation}
      onClose={onClose}
      details={DETAILS}
      fields={FIELDS}
      detailReplacesFailed
      showsServerDetail
      isAdding
    >
      <NewLoginInputs />
      <AutocompleteArrayInput
        source="sites"
        label={t('addUser.sites')}
        helperText={t('addUser.sitesHint')}
        choices={choices.map(({ id, name }) => ({ id, name: siteName(name), alias: name }))}
        placeholder={t('register.sitesPlaceholder')}
        noOptionsText={t(isPending ? 'updateUser.loading' : 'referralForm.noSubstances')}
      />
      {isError && (
        <ListFailure text={t('sites.loadFailed')} control="sites" onRetry={() => void refetch()} />
      )}
      <SelectInput
        source="role"
        label={t('addUser.role')}
        helperText={t('addUser.roleHint')}
        choices={ADD_USER_ROLES.map(({ value }) => ({
          id: value,
          name: t(`roles.${value}`),
        }))}
        emptyText={t('addUser.chooseRole')}
        validate={required('addUser.roleRequired')}
      />
    </FormDialog>
  );
}
