import { type FormEvent, useId, useRef } from 'react';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { AccessHistory } from '../../../staff/AccessHistory';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import { MutationStatus } from '../../../admin/dialog/MutationStatus';
import { SubmittingFieldset } from '../../../admin/dialog/SubmittingFieldset';
import { PrintButton } from '../print/PrintButton';
import { GONE } from '../referralTexts';
import { AssignReferrer } from './AssignReferrer';
import { MoreInfoMessage } from './MoreInfoMessage';
import type { ReferralDialogProps } from './ReferralDialog';
import { ReferralDetails } from './ReferralDetails';
import styles from './StatusDialog.module.css';
import { ReferralConflictNote } from './ReferralConflictNote';
import { StatusFields } from './StatusFields';
import { useStatusForm } from './useStatusForm';
import { useStatusTitle } from './useStatusTitle';

/** The status dialog of a super user: status, notes and referrer can be changed (spec section 6). */
export function EditStatusDialog({ referral: inList, onClose }: ReferralDialogProps) {
  const t = useStaffT();
  const formId = useId();
  const title = useStatusTitle(inList);
  const form = useStatusForm(inList, onClose);
  const { record: referral, values, change, hasInput, submit, write, conflict } = form;
  const formElement = useRef<HTMLFormElement>(null);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    submit();
  };
  const outcome = (
    <MutationStatus
      write={write}
      onTryAgain={submit}
      details={GONE}
      conflict={
        conflict.state && (
          <ReferralConflictNote
            state={conflict.state}
            before={conflict.before}
            now={referral}
            entered={form.changes}
            onReadAgain={conflict.readAgain}
            onKeep={() => {
              form.keepTheirs();
              formElement.current?.querySelector<HTMLElement>('select')?.focus();
            }}
            onSave={form.saveMine}
          />
        )
      }
    />
  );
  const actions = (
    <>
      <PrintButton referral={referral} />
      <CloseButton />
      <Button type="submit" form={formId} busy={write.isBusy || write.isDone}>
        {t(write.isBusy ? 'statusDialog.saving' : 'statusDialog.submit')}
      </Button>
    </>
  );

  return (
    <Dialog
      title={title}
      onClose={form.close}
      hasInput={hasInput}
      outcome={outcome}
      actions={actions}
    >
      <div className={styles.parts}>
        <MoreInfoMessage status={referral.status} />
        <form ref={formElement} id={formId} className={styles.parts} onSubmit={onSubmit}>
          <SubmittingFieldset isSending={write.isBusy || write.isDone}>
            <StatusFields values={values} onChange={change} />
          </SubmittingFieldset>
        </form>
        <AssignReferrer
          referral={referral}
          chosen={values.referred_by}
          onChange={(referred_by) => change({ referred_by })}
          onAssigned={form.forgetReferrer}
          onRead={form.learn}
        />
        <ReferralDetails referral={referral} />
        {/* Leads away from here: not while something would be lost by that. */}
        {!hasInput && <AccessHistory trackingId={referral.tracking_id} />}
      </div>
    </Dialog>
  );
}
