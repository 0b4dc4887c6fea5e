import { type FormEvent, useId, useRef } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import { LENGTHS } from '../../../contract/constants';
import { getRoleTraits } from '../../../contract/roles';
import { ConflictNotice } from '../../admin/dialog/ConflictNotice';
import { CloseButton, Dialog } from '../../admin/dialog/Dialog';
import { MutationStatus } from '../../admin/dialog/MutationStatus';
import type { RowDialogProps } from '../../admin/dialog/RowDialogs';
import { SubmittingFieldset } from '../../admin/dialog/SubmittingFieldset';
import type { AccountChange, AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { CheckField } from '../../shared/CheckField';
import { requiredText, useFieldError } from '../../shared/formRules';
import { TextField } from '../../shared/TextFields';
import { DETAILS, FIELDS } from './accountRefusals';
import { SitesInput } from './SitesInput';
import { useUpdateUser } from './useUpdateUser';

/** Changes an account (spec sections 2 and 8, "Update User modal"). */
export function UpdateUserDialog({ record: inList, onClose }: RowDialogProps<AccountRecord>) {
  const t = useStaffT();
  const formId = useId();
  const { form, record, hasInput, submit, write, conflict, ...ways } = useUpdateUser(
    inList,
    onClose,
  );
  const formElement = useRef<HTMLFormElement>(null);
  const isSending = write.isBusy || write.isDone;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeep = () => {
    ways.keepTheirs();
    formElement.current?.querySelector('input')?.focus();
  };
  const outcome = (
    <MutationStatus
      write={write}
      onTryAgain={submit}
      details={DETAILS}
      fields={FIELDS}
      saysDetail
      conflict={
        conflict.state && (
          <ConflictNotice
            state={conflict.state}
            rows={ways.conflictRows}
            gone={t('accounts.gone')}
            onReadAgain={conflict.readAgain}
            onKeep={onKeep}
            onSave={ways.saveMine}
          />
        )
      }
    />
  );
  const actions = (
    <>
      <CloseButton />
      <Button type="submit" form={formId} busy={isSending}>
        {t('updateUser.submit')}
      </Button>
    </>
  );

  return (
    <Dialog
      title={t('updateUser.title')}
      width="sm"
      onClose={onClose}
      hasInput={hasInput}
      outcome={outcome}
      actions={actions}
    >
      <FormProvider {...form}>
        <form ref={formElement} id={formId} noValidate autoComplete="off" onSubmit={onSubmit}>
          <SubmittingFieldset isSending={isSending}>
            <UpdateUserInputs account={record} />
          </SubmittingFieldset>
        </form>
      </FormProvider>
    </Dialog>
  );
}

/** What can be changed of an account, by its role (spec section 2, "Account List page"). */
function UpdateUserInputs({ account }: { account: AccountRecord }) {
  const t = useStaffT();
  const flag = useFieldError();
  const { register, formState } = useFormContext<AccountChange>();
  return (
    <>
      <TextField
        {...register('fullname', requiredText('updateUser.fullnameRequired'))}
        autoComplete="off"
        label={t('updateUser.fullname')}
        maxLength={LENGTHS.name}
        error={flag(formState.errors.fullname)}
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
        <CheckField
          {...register('created_referrals_only')}
          label={t('updateUser.createdReferralsOnly')}
        />
      )}
      <SitesInput account={account} />
    </>
  );
}
