import { useId, useRef } from 'react';
import { RecordContextProvider } from 'react-admin';
import { useController } from 'react-hook-form';
import { LENGTHS, REFERRAL_STATUSES } from '../../../../contract/constants';
import {
  CloseButton,
  Dialog,
  MutationStatus,
  type RowDialogProps,
  SubmittingFieldset,
  useEditForm,
} from '../../../admin';
import type { ReferralChange, ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { Form } from '../../../shared/form/Form';
import { SelectInput, useInput } from '../../../shared/form/Inputs';
import type { Validator } from '../../../shared/form/validate';
import { TextAreaField } from '../../../shared/Field';
import { AccessHistory } from '../../../staff/auditLink';
import { DuplicateNotice } from '../duplicates/DuplicateNotice';
import { nameOf } from '../referralFields';
import { AssignReferrer } from './AssignReferrer';
import { PrintButton } from './PrintButton';
import { GONE, ReferralConflictNotice, referrerOf } from './ReferralConflictNotice';
import { ReferralDetails } from './ReferralDetails';
import styles from './ReferralDialogs.module.css';

/** The length of the notes is shown from this share of the limit. */
const NEAR_LIMIT = 0.9;

/** Missing notes are empty ones, and no referrer is chosen at first. */
const toValues = ({ status, notes }: ReferralRecord): ReferralChange => ({
  status,
  notes: notes ?? '',
  referred_by: null,
});

/** The referrer by name, as a list has no id of it. */
const toComparable = (referral: ReferralRecord): ReferralChange => ({
  ...toValues(referral),
  referred_by: referrerOf(referral),
});

/** The status dialog of a super user, who changes status, notes and referrer (spec section 6). */
export function EditStatusDialog({ record: inList, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  const formId = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const editor = useEditForm<ReferralRecord, ReferralChange>({
    record: inList,
    onClose,
    toValues,
    toComparable,
    read: (provider, referral) => provider.readReferral(referral),
    done: 'statusDialog.saved',
    failed: 'statusDialog.failed',
  });
  const { form, record: referral, hasInput, send, mutation, conflict } = editor;
  const referrer = useController({ control: form.control, name: 'referred_by' }).field;
  const isSending = mutation.isBusy || mutation.isDone;

  const outcome = (
    <MutationStatus
      mutation={mutation}
      onTryAgain={() => void form.handleSubmit(send)()}
      details={GONE}
      conflict={
        conflict.state && (
          <ReferralConflictNotice
            conflict={conflict}
            now={referral}
            entered={editor.changes}
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
        {t(mutation.isBusy ? 'statusDialog.saving' : 'statusDialog.submit')}
      </Button>
    </>
  );

  return (
    <Dialog
      title={t('statusDialog.title', { name: nameOf(inList) })}
      onClose={editor.close}
      hasInput={hasInput}
      outcome={outcome}
      actions={actions}
    >
      <RecordContextProvider value={referral}>
        <div className={styles.parts}>
          <DuplicateNotice id={referral.id} />
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
            onAssigned={(managerId) => {
              // Need not be sent again.
              if (form.getValues('referred_by') === managerId) editor.forget('referred_by');
            }}
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
  const valueText = useValueText();
  const statuses = new Set<string>([...REFERRAL_STATUSES, current]);
  return (
    <SelectInput
      source="status"
      label={t('statusDialog.status')}
      choices={[...statuses].map((id) => ({ id, name: valueText('referralStatus', id) }))}
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
