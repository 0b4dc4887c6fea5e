import { type FormEvent, useId } from 'react';
import { ACCOUNT_REFUSALS } from '../../../../contract/constants';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { ErrorSummary } from '../../../shared/ErrorSummary';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import { MutationStatus } from '../../../admin/dialog/MutationStatus';
import { SubmittingFieldset } from '../../../admin/dialog/SubmittingFieldset';
import styles from './AddUser.module.css';
import { AddUserFields } from './AddUserFields';
import { useAddUser } from './useAddUser';

/** Why a server refuses an account, where it says so. */
const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  [ACCOUNT_REFUSALS.emailTaken]: 'addUser.emailTaken',
};
const FIELDS: Readonly<Record<string, StaffTextKey>> = {
  username: 'register.invalidEmail',
  password: 'register.weakPassword',
  schools: 'addUser.siteMissing',
};

/** Adds an account of a role that can be given (spec sections 2 and 8, "Add Admin User modal"). */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const t = useStaffT();
  const formId = useId();
  const { form, hasInput, submit, write } = useAddUser(onClose);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const outcome = (
    <MutationStatus
      write={write}
      onTryAgain={submit}
      details={DETAILS}
      fields={FIELDS}
      saysDetail
      isAdding
    />
  );
  const actions = (
    <>
      <CloseButton />
      <Button type="submit" form={formId} busy={write.isBusy || write.isDone}>
        {t('addUser.submit')}
      </Button>
    </>
  );

  return (
    <Dialog
      title={t('addUser.title')}
      width="sm"
      onClose={onClose}
      hasInput={hasInput}
      outcome={outcome}
      actions={actions}
    >
      <form id={formId} noValidate autoComplete="off" className={styles.fields} onSubmit={onSubmit}>
        <SubmittingFieldset isSending={write.isBusy || write.isDone}>
          <AddUserFields form={form} />
        </SubmittingFieldset>
        <ErrorSummary submission={form.formState.submitCount} />
      </form>
    </Dialog>
  );
}
