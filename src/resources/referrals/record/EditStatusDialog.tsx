import { useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { LENGTHS } from '../../../../contract/constants';
import { REFERRAL_STATUSES } from '../../../../contract/staffConstants';
import { hasVisibleText } from '../../../../contract/fieldRules';
import {
  CloseButton,
  MutationStatus,
  type RowDialogProps,
  submitOnEnter,
  SubmittingFieldset,
  useEditForm,
} from '../../../admin';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';
import type { ReferralChange, ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { Form } from '../../../ui/form/Form';
import { SelectInput, useInput } from '../../../ui/form/Inputs';
import type { Validator } from '../../../ui/form/validate';
import { TextAreaField } from '../../../ui/Field';
import { DuplicateNotice } from '../duplicates/DuplicateNotice';
import { AssignOwner, withOwner } from './AssignOwner';
import { RecordDialog } from './RecordDialog';
import { useChosenOwner, useUnsentNote } from './useRecordInput';
import { AssignReferrer } from './AssignReferrer';
import { ReferralConflictNotice, referrerOf } from './ReferralConflictNotice';
import { GONE } from '../refusals';
import styles from '../ReferralDialogs.module.css';

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
  const [note, setNote] = useUnsentNote(inList);
  const [owner, setOwner] = useChosenOwner(inList);

  /** Adds the note and assigns the owner that were not sent by their own buttons: one button saves all of the dialog. */
  const saveFirst = async (provider: StaffDataProvider, base: ReferralRecord) => {
    if (hasVisibleText(note)) {
      await provider.addNote(base, note.trim());
      setNote('');
    }
    if (owner === undefined) return base;
    await provider.assignOwner(base, owner && owner.id);
    setOwner(undefined);
    const assigned = withOwner(base, owner);
    editor.setLatest(assigned);
    return assigned;
  };
  const editor = useEditForm<ReferralRecord, ReferralChange>({
    record: inList,
    onClose,
    toValues,
    toComparable,
    read: (provider, current) => provider.readReferral(current),
    saveFirst,
    done: 'statusDialog.saved',
    failed: 'statusDialog.failed',
  });
  const { form, record: referral, send, mutation, conflict } = editor;
  const referrer = useController({ control: form.control, name: 'referred_by' }).field;
  const isSending = mutation.isBusy || mutation.isDone;

  const submit = (values: ReferralChange) => {
    if (note.length <= LENGTHS.notes) return send(values);
    // The field shows the error.
    const dialog = formElement.current?.closest('[role="dialog"]');
    dialog?.querySelector<HTMLElement>('[name="note"]')?.focus();
  };

  const outcome = (
    <MutationStatus
      mutation={mutation}
      onTryAgain={() => void form.handleSubmit(submit)()}
      details={GONE}
      conflict={
        conflict.state && (
          <ReferralConflictNotice
            conflict={conflict}
            now={referral}
            entered={{ ...editor.changes, owner }}
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
  const discard = () => {
    setNote('');
    setOwner(undefined);
    editor.discard();
  };

  return (
    <RecordDialog
      referral={referral}
      onClose={() => {
        discard();
        onClose();
      }}
      hasInput={!isSending && (editor.hasInput || note.trim() !== '' || owner !== undefined)}
      onDiscard={discard}
      onRead={editor.setLatest}
      outcome={outcome}
      actions={
        <>
          <CloseButton />
          <Button type="submit" form={formId} busy={isSending}>
            {t(mutation.isBusy ? 'statusDialog.saving' : 'statusDialog.submit')}
          </Button>
        </>
      }
    >
      <DuplicateNotice id={referral.id} />
      <Form
        ref={formElement}
        id={formId}
        form={form}
        onSubmit={submit}
        onKeyDown={submitOnEnter}
        className={styles.parts}
      >
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
        onRead={editor.setLatest}
      />
      <AssignOwner referral={referral} onRead={editor.setLatest} />
    </RecordDialog>
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
      rows={4}
      hint={isNearLimit && !isTooLong && t('statusDialog.notesLength', length)}
      error={isTooLong ? t('statusDialog.notesTooLong', length) : undefined}
    />
  );
}
