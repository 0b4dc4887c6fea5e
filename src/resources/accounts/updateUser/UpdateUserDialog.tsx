import { type FormEvent, useId, useRef } from 'react';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import { SubmittingFieldset } from '../../../admin/dialog/SubmittingFieldset';
import { ConflictNotice } from '../../../admin/dialog/ConflictNotice';
import { MutationStatus } from '../../../admin/dialog/MutationStatus';
import { DETAILS, FIELDS } from '../accountRefusals';
import type { AccountDialogProps } from '../dialogs/AccountDialog';
import { UpdateUserFields } from './UpdateUserFields';
import { useConflictRows } from './useConflictRows';
import { useUpdateUser } from './useUpdateUser';

/** Changes an account (spec sections 2 and 8, "Update User modal"). */
export function UpdateUserDialog({ account: inList, onClose }: AccountDialogProps) {
  const t = useStaffT();
  const formId = useId();
  const form = useUpdateUser(inList, onClose);
  const { record: account, hasInput, submit, write, conflict } = form;
  const conflictRows = useConflictRows();
  const formElement = useRef<HTMLFormElement>(null);
  const isSending = write.isBusy || write.isDone;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = submit();
    const field = missing && event.currentTarget.elements.namedItem(missing);
    if (field instanceof HTMLElement) field.focus();
  };
  const outcome = (
    <MutationStatus
      write={write}
      onTryAgain={() => void submit()}
      details={DETAILS}
      fields={FIELDS}
      saysDetail
      conflict={
        conflict.state && (
          <ConflictNotice
            state={conflict.state}
            rows={conflictRows(conflict.before, account, form.changes)}
            gone={t('accounts.gone')}
            onReadAgain={conflict.readAgain}
            onKeep={() => {
              form.keepTheirs();
              formElement.current?.querySelector<HTMLElement>('input')?.focus();
            }}
            onSave={form.saveMine}
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
      <form ref={formElement} id={formId} noValidate autoComplete="off" onSubmit={onSubmit}>
        <SubmittingFieldset isSending={isSending}>
          <UpdateUserFields account={account} form={form} />
        </SubmittingFieldset>
      </form>
    </Dialog>
  );
}
