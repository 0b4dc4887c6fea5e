import { type FormEvent, useId, useRef } from 'react';
import { RecordContextProvider } from 'react-admin';
import { LENGTHS, REFERRAL_STATUSES, type ReferralStatus } from '../../../../contract/constants';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import { MutationStatus } from '../../../admin/dialog/MutationStatus';
import type { RowDialogProps } from '../../../admin/dialog/RowDialogs';
import { SubmittingFieldset } from '../../../admin/dialog/SubmittingFieldset';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { SelectField, TextAreaField } from '../../../shared/TextFields';
import { AccessHistory } from '../../../staff/AccessHistory';
import { PrintButton } from '../print/PrintButton';
import { GONE, useStatusText } from '../referralTexts';
import { AssignReferrer } from './AssignReferrer';
import { MoreInfoMessage } from './MoreInfoMessage';
import { ReferralConflictNotice } from './ReferralConflictNotice';
import { ReferralDetails } from './ReferralDetails';
import styles from './StatusDialog.module.css';
import type { StatusValues } from './statusValues';
import { useStatusForm } from './useStatusForm';

/** The length of the notes is shown from this share of the limit. */
const NEAR_LIMIT = 0.9;

/** The status dialog of a super user, who changes status, notes and referrer (spec section 6). */
export function EditStatusDialog({ record: inList, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  const formId = useId();
  const form = useStatusForm(inList, onClose);
  const { record: referral, values, change, hasInput, submit, write, conflict } = form;
  const formElement = useRef<HTMLFormElement>(null);
  const isSending = write.isBusy || write.isDone;

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
          <ReferralConflictNotice
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
      <Button type="submit" form={formId} busy={isSending}>
        {t(write.isBusy ? 'statusDialog.saving' : 'statusDialog.submit')}
      </Button>
    </>
  );

  return (
    <Dialog
      title={t('statusDialog.title', { name: `${inList.first_name} ${inList.last_name}` })}
      onClose={form.close}
      hasInput={hasInput}
      outcome={outcome}
      actions={actions}
    >
      <RecordContextProvider value={referral}>
        <div className={styles.parts}>
          <MoreInfoMessage status={referral.status} />
          <form ref={formElement} id={formId} className={styles.parts} onSubmit={onSubmit}>
            <SubmittingFieldset isSending={isSending}>
              <StatusInput value={values.status} onChange={(status) => change({ status })} />
              <NotesInput value={values.notes} onChange={(notes) => change({ notes })} />
            </SubmittingFieldset>
          </form>
          <AssignReferrer
            referral={referral}
            chosen={values.referred_by}
            onChange={(referred_by) => change({ referred_by })}
            onAssigned={form.forgetReferrer}
            onRead={form.learn}
          />
          <ReferralDetails />
          {/* Leads to another page: not while that would lose input. */}
          {!hasInput && <AccessHistory trackingId={referral.tracking_id} />}
        </div>
      </RecordContextProvider>
    </Dialog>
  );
}

interface InputProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

/** A status that this build does not know stays selectable. */
function StatusInput({ value, onChange }: InputProps<StatusValues['status']>) {
  const t = useStaffT();
  const statusText = useStatusText();
  const options = REFERRAL_STATUSES.includes(value)
    ? REFERRAL_STATUSES
    : [value, ...REFERRAL_STATUSES];
  return (
    <SelectField
      label={t('statusDialog.status')}
      value={value}
      onChange={(event) => onChange(event.target.value as ReferralStatus)}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {statusText(option)}
        </option>
      ))}
    </SelectField>
  );
}

function NotesInput({ value, onChange }: InputProps<string>) {
  const t = useStaffT();
  const length = { count: value.length, max: LENGTHS.notes };
  const isTooLong = length.count > length.max;
  const isNearLimit = length.count > length.max * NEAR_LIMIT;
  return (
    <TextAreaField
      label={t('statusDialog.notes')}
      optional
      rows={6}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={isNearLimit && !isTooLong && t('statusDialog.notesLength', length)}
      error={isTooLong ? t('statusDialog.notesTooLong', length) : undefined}
    />
  );
}
