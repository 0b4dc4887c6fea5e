import { useRef } from 'react';
import { LENGTHS } from '../../../contract/constants';
import { getRoleTraits } from '../../../contract/roles';
import { ConflictNotice, FormDialog, type RowDialogProps } from '../../admin';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { BooleanInput, TextInput } from '../../shared/form/Inputs';
import { requiredText } from '../../shared/form/validate';
import { TextField } from '../../shared/Field';
import { DETAILS, FIELDS } from './accountRefusals';
import { SitesInput } from './SitesInput';
import { useUpdateUser } from './useUpdateUser';

/** Changes an account (spec sections 2 and 8, "Update User modal"). */
export function UpdateUserDialog({ record: inList, onClose }: RowDialogProps<AccountRecord>) {
  const t = useStaffT();
  const formElement = useRef<HTMLFormElement>(null);
  const { form, record, hasInput, send, mutation, conflict, ...editor } = useUpdateUser(
    inList,
    onClose,
  );
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
      onSubmit={send}
      mutation={mutation}
      onClose={onClose}
      hasInput={hasInput}
      details={DETAILS}
      fields={FIELDS}
      saysDetail
      conflict={
        conflict.state && (
          <ConflictNotice
            state={conflict.state}
            rows={editor.conflictRows}
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

/** What can be changed of an account, by its role (spec section 2, "Account List page"). */
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
      {/* A super user sees every referral anyway. */}
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
