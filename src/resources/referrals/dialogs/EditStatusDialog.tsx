import { useId, useRef } from 'react';
import { RecordContextProvider } from 'react-admin';
import { LENGTHS, REFERRAL_STATUSES } from '../../../../contract/constants';
import {
  CloseButton,
  Dialog,
  MutationStatus,
  type RowDialogProps,
  SubmittingFieldset,
} from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { Form } from '../../../shared/form/Form';
import { SelectInput } from '../../../shared/form/Inputs';
import { useInput } from '../../../shared/form/useInput';
import type { Validator } from '../../../shared/form/validate';
import { TextAreaField } from '../../../shared/TextFields';
import { AccessHistory } from '../../../staff/auditLink';
import { PrintButton } from '../print/PrintButton';
import { GONE, useStatusText } from '../referralTexts';
import { AssignReferrer } from './AssignReferrer';
import { MoreInfoMessage } from './MoreInfoMessage';
import { ReferralConflictNotice } from './ReferralConflictNotice';
import { ReferralDetails } from './ReferralDetails';
import styles from './StatusDialog.module.css';
import { useStatusForm } from './useStatusForm';

/** The length of the notes is shown from this share of the limit. */
const NEAR_LIMIT = 0.9;

/** The status dialog of a super user, who changes status, notes and referrer (spec section 6). */
export function EditStatusDialog({ record: inList, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  const formId = useId();
  const editor = useStatusForm(inList, onClose);
  const { form, record: referral, referrer, hasInput, send, write, conflict } = editor;
  const formElement = useRef<HTMLFormElement>(null);
  const isSending = write.isBusy || write.isDone;

  const outcome = (
    <MutationStatus
      write={write}
      onTryAgain={() => void form.handleSubmit(send)()}
      details={GONE}
      conflict={
        conflict.state && (
          <ReferralConflictNotice
            state={conflict.state}
            before={conflict.before}
            now={referral}
            entered={editor.changes}
            onReadAgain={conflict.readAgain}
            onKeep={() => {
              editor.keepTheirs();
              formElement.current?.querySelector<HTMLElement>('select')?.focus();
            }}
            onSave={editor.saveMine}
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
      onClose={editor.close}
      hasInput={hasInput}
      outcome={outcome}
      actions={actions}
    >
      <RecordContextProvider value={referral}>
        <div className={styles.parts}>
          <MoreInfoMessage status={referral.status} />
          <Form ref={formElement} id={formId} form={form} onSubmit={send} className={styles.parts}>
            <SubmittingFieldset isSending={isSending}>
              <StatusInput current={referral.status} />
              <NotesInput />
            </SubmittingFieldset>
          </Form>
          <AssignReferrer
            referral={referral}
            chosen={referrer.value}
            onChange={referrer.onChange}
            onAssigned={editor.forgetReferrer}
            onRead={editor.learn}
          />
          <ReferralDetails />
          {/* Leads to another page: not while that would lose input. */}
          {!hasInput && <AccessHistory trackingId={referral.tracking_id} />}
        </div>
      </RecordContextProvider>
    </Dialog>
  );
}

/** A current status that this build does not know can stay. */
function StatusInput({ current }: { current: ReferralRecord['status'] }) {
  const t = useStaffT();
  const statusText = useStatusText();
  const statuses = new Set<string>([...REFERRAL_STATUSES, current]);
  return (
    <SelectInput
      source="status"
      label={t('statusDialog.status')}
      choices={[...statuses].map((status) => ({ id: status, name: statusText(status) }))}
      isRequired
    />
  );
}

const notTooLong: Validator<string> = (notes) =>
  notes.length > LENGTHS.notes ? 'statusDialog.notesTooLong' : undefined;

/** The notes, whose length is shown as it nears the limit and checked while they are typed. */
function NotesInput() {
  const t = useStaffT();
  const { field } = useInput<string>({ source: 'notes', validate: notTooLong });
  const length = { count: field.value.length, max: LENGTHS.notes };
  const isTooLong = length.count > length.max;
  const isNearLimit = length.count > length.max * NEAR_LIMIT;
  return (
    <TextAreaField
      {...field}
      label={t('statusDialog.notes')}
      optional
      rows={6}
      hint={isNearLimit && !isTooLong && t('statusDialog.notesLength', length)}
      error={isTooLong ? t('statusDialog.notesTooLong', length) : undefined}
    />
  );
}
