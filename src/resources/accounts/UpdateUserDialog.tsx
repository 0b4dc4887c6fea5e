import { useRef } from 'react';
import { LENGTHS } from '../../../contract/constants';
import { getRoleTraits } from '../../../contract/roles';
import {
  ConflictNotice,
  type ConflictRow,
  FormDialog,
  type RowDialogProps,
  useEditForm,
} from '../../admin';
import type { AccountChange, AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { isolate } from '../../i18n/isolate';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT } from '../../i18n/useStaffT';
import { BooleanInput, TextInput } from '../../ui/form/Inputs';
import { requiredText } from '../../ui/form/validate';
import { TextField } from '../../ui/Field';
import { ACCOUNT_REFUSAL_TEXTS } from './AccountStateDialogs';
import { SitesInput } from './SitesInput';

/** Fields whose refusal has a text of its own. */
const FIELDS: Readonly<Record<string, StaffTextKey>> = {
  fullname: 'updateUser.fullnameRefused',
  schools: 'updateUser.siteGone',
};

const toValues = (account: AccountRecord): AccountChange => ({
  fullname: account.fullname,
  created_referrals_only: account.created_referrals_only ?? false,
  sites: account.schools,
});

/** The order of sites does not matter. */
const toKey = ({ sites, ...others }: Partial<AccountChange>) =>
  JSON.stringify([others, sites?.map(({ id }) => id).toSorted()]);

/** Changes an account (spec sections 2 and 8, "Update User modal"). */
export function UpdateUserDialog({ record: inList, onClose }: RowDialogProps<AccountRecord>) {
  const t = useStaffT();
  const formElement = useRef<HTMLFormElement>(null);
  const editor = useEditForm<AccountRecord, AccountChange>({
    record: inList,
    onClose,
    toValues,
    parse: (entered) => ({ ...entered, fullname: entered.fullname.trim() }),
    toKey,
    read: (provider, account) => provider.readAccount(account),
    done: 'updateUser.done',
    failed: 'updateUser.failed',
  });
  const { form, record, changes, conflict } = editor;
  const conflictRows = useConflictRows(conflict.base, record, changes);
  const onKeep = () => {
    editor.keepTheirs();
    formElement.current?.querySelector('input')?.focus();
  };
  return (
    <FormDialog
      ref={formElement}
      title={t('updateUser.title')}
      submitLabel={t('updateUser.submit')}
      form={form}
      onSubmit={editor.send}
      mutation={editor.mutation}
      onClose={editor.close}
      hasInput={editor.hasInput}
      details={ACCOUNT_REFUSAL_TEXTS}
      fields={FIELDS}
      showsServerDetail
      conflict={
        conflict.state && (
          <ConflictNotice
            state={conflict.state}
            rows={conflictRows}
            gone={t('accounts.gone')}
            onReadAgain={conflict.readAgain}
            onKeep={onKeep}
            onSave={editor.saveMine}
          />
        )
      }
    >
      <UpdateUserInputs account={record} />
    </FormDialog>
  );
}

/** The inputs for an account, which depend on its role (spec section 2, "Account List page"). */
function UpdateUserInputs({ account }: { account: AccountRecord }) {
  const t = useStaffT();
  return (
    <>
      <TextInput
        source="fullname"
        autoComplete="off"
        label={t('updateUser.fullname')}
        maxLength={LENGTHS.name}
        validate={requiredText('updateUser.fullnameRequired')}
      />
      <TextField
        type="email"
        label={t('updateUser.email')}
        hint={t('updateUser.emailHint')}
        readOnly
        value={account.username}
      />
      {/* A super user sees every referral. */}
      {getRoleTraits(account.role).sites !== 'all' && (
        <BooleanInput
          source="created_referrals_only"
          label={t('updateUser.createdReferralsOnly')}
        />
      )}
      <SitesInput account={account} />
    </>
  );
}

/** The rows of the conflict notice: what someone else changed in an account, beside the input. */
function useConflictRows(
  before: AccountRecord | undefined,
  now: AccountRecord,
  entered: Partial<AccountChange>,
): ConflictRow[] {
  const t = useStaffT();
  const siteName = useSiteName();
  const namesOf = (sites: AccountChange['sites']) =>
    sites
      .map(({ name }) => siteName(name))
      .toSorted((a, b) => a.localeCompare(b))
      .map(isolate)
      .join(', ');
  const yesOrNo = (is: boolean | undefined) => t(is ? 'conflict.yes' : 'conflict.no');
  if (!before) return [];
  const isLimited = entered.created_referrals_only;
  const rows: (ConflictRow | false)[] = [
    before.fullname !== now.fullname && {
      label: t('updateUser.fullname'),
      now: now.fullname,
      mine: entered.fullname,
    },
    before.created_referrals_only !== now.created_referrals_only && {
      label: t('updateUser.createdReferralsOnly'),
      now: yesOrNo(now.created_referrals_only),
      mine: isLimited === undefined ? undefined : yesOrNo(isLimited),
    },
    namesOf(before.schools) !== namesOf(now.schools) && {
      label: t('conflict.sites'),
      now: namesOf(now.schools),
      mine: entered.sites && namesOf(entered.sites),
    },
    before.approved !== now.approved && {
      label: t('conflict.mayLogIn'),
      now: yesOrNo(now.approved),
    },
  ];
  return rows.filter((row) => row !== false);
}
