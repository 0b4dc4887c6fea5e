import { type ComponentProps, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { LENGTHS } from '../../../../contract/constants';
import { REFERRAL_STATUSES } from '../../../../contract/staffConstants';
import {
  CloseButton,
  type EditChange,
  MutationStatus,
  type RowDialogProps,
  submitOnEnter,
  SubmittingFieldset,
  useEditForm,
} from '../../../admin';
import { useServices } from '../../../app/services';
import { useFeature } from '../../../app/useFeature';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { Form } from '../../../ui/form/Form';
import { SelectInput, useInput } from '../../../ui/form/Inputs';
import type { Validator } from '../../../ui/form/validate';
import { TextAreaField } from '../../../ui/Field';
import { StatusMessage } from '../../../ui/Message';
import { DayGoes } from '../contact/DayGoes';
import { type ContactHere, useContactHere } from '../contact/useContactHere';
import { DuplicateNotice } from '../duplicates/DuplicateNotice';
import { GONE } from '../refusals';
import { useOwners } from '../../useOwners';
import { ReadsInput } from '../reads/ReadsInput';
import { useHasConsents } from '../reads/useConsents';
import { EndingInput } from './EndingInput';
import { OwnerInput, withOwner } from './OwnerInput';
import { RecordDialog } from './RecordDialog';
import { ReferralConflictNotice, referrerOf } from './ReferralConflictNotice';
import { ReferrerInput, useManagers, withReferrer } from './ReferrerInput';
import {
  doneTexts,
  failedText,
  type RecordValues,
  saveAtOnce,
  saveInParts,
  toSave,
} from './saveRecord';
import { OtherReferrals } from './samePerson/OtherReferrals';
import { useUnsentNote } from './useUnsentNote';
import styles from '../ReferralDialogs.module.css';

/** The length of the notes is shown from this share of the limit. */
const NEAR_LIMIT = 0.9;

/** A server that insists on a referrer where none was chosen, or that has no such reason. */
const REFUSED_FIELDS = { referred_by: 'referrer.needed', end_reason: 'ending.refused' } as const;

/** Missing notes are empty ones, and no other referrer is chosen at first. */
const toValues = ({
  status,
  notes,
  owner,
  end_reason,
  end_note,
}: ReferralRecord): RecordValues => ({
  status,
  end_reason: end_reason ?? '',
  end_note: end_note ?? '',
  notes: notes ?? '',
  referred_by: null,
  owner: owner?.id ?? '',
});

/** The referrer by name, as a list has no id of it. */
const toComparable = (referral: ReferralRecord): RecordValues => ({
  ...toValues(referral),
  referred_by: referrerOf(referral),
});

/** The status dialog of a super user, who changes status, notes, referrer and owner by one button (spec section 6). */
export function EditStatusDialog({ record: inList, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  const formId = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const { features } = useServices();
  const hasSamePerson = useFeature('samePerson');
  const hasConsents = useHasConsents();
  const [note, setNote] = useUnsentNote(inList);
  /** What those outside read at most; undefined while it was not touched. */
  const [readsLevel, setReadsLevel] = useState<string>();
  const saved = useRef<readonly StaffTextKey[]>([]);
  /** The manager whom an attempt of which the rest failed made the referrer. */
  const [assigned, setAssigned] = useState<string>();
  const { data: managers = [] } = useManagers(false);
  const { owners } = useOwners(false);

  const save = async (
    provider: StaffDataProvider,
    change: EditChange<ReferralRecord, RecordValues>,
  ) => {
    const parts = toSave(change, note, here.chosen, readsLevel);
    saved.current = doneTexts(parts);
    await features.load();
    if (features.offers('saveReferral')) {
      await saveAtOnce(provider, change.previousData, parts);
      setReadsLevel(undefined);
      return setNote('');
    }
    return saveInParts(provider, change, parts, progress, assigned);
  };
  /** Keeps what was sent from being sent again, and the next part from conflicting with it. */
  const progress = {
    onNoteAdded: () => setNote(''),
    onOwnerAssigned: (referral: ReferralRecord, id: string | null) => {
      const next = withOwner(referral, owners.find((owner) => owner.id === id) ?? null);
      editor.setLatest(next);
      editor.forget('owner');
      return next;
    },
    onReferrerAssigned: (referral: ReferralRecord, id: string) => {
      const manager = managers.find((each) => each.id === id);
      const next = manager ? withReferrer(referral, manager) : referral;
      editor.setLatest(next);
      editor.forget('referred_by');
      setAssigned(id);
      return next;
    },
  };
  const editor = useEditForm<ReferralRecord, RecordValues>({
    record: inList,
    onClose,
    toValues,
    toComparable,
    read: (provider, current) => provider.readReferral(current),
    save,
    done: () => saved.current,
    failed: failedText,
  });
  const { form, record: referral, send, mutation, conflict } = editor;
  const here = useContactHere(referral);
  const isSending = mutation.isBusy || mutation.isDone;

  const submit = (values: RecordValues) => {
    if (note.length <= LENGTHS.notes) return send(values);
    // The field shows the error.
    const dialog = formElement.current?.closest('[role="dialog"]');
    dialog?.querySelector<HTMLElement>('[name="note"]')?.focus();
  };

  const outcome = (
    <>
      <StatusMessage>{mutation.error && assigned && t('referrer.done')}</StatusMessage>
      <MutationStatus
        mutation={mutation}
        onTryAgain={() => void form.handleSubmit(submit)()}
        details={GONE}
        fields={REFUSED_FIELDS}
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
    </>
  );
  const discard = () => {
    setNote('');
    setReadsLevel(undefined);
    editor.discard();
  };

  return (
    <RecordDialog
      referral={referral}
      here={here}
      onClose={() => {
        discard();
        onClose();
      }}
      hasInput={!isSending && (editor.hasInput || note.trim() !== '' || readsLevel !== undefined)}
      onDiscard={discard}
      onRead={editor.setLatest}
      outcome={outcome}
      actions={
        <>
          <Button type="submit" form={formId} busy={isSending}>
            {t(mutation.isBusy ? 'statusDialog.saving' : 'statusDialog.submit')}
          </Button>
          <CloseButton />
        </>
      }
      notice={
        hasSamePerson ? (
          <OtherReferrals referral={referral} onLeave={discard} />
        ) : (
          <DuplicateNotice id={referral.id} />
        )
      }
    >
      <Form ref={formElement} id={formId} form={form} onSubmit={submit} onKeyDown={submitOnEnter}>
        <SubmittingFieldset isSending={isSending}>
          <div className={styles.choices}>
            <StatusInput current={referral.status} />
            <OwnerInput referral={referral} />
          </div>
          <StatusDayGoes referral={referral} here={here} />
          <EndingInput referral={referral} />
          {hasConsents && (
            <StatusReads referral={referral} level={readsLevel} onChange={setReadsLevel} />
          )}
          <NotesInput />
          <ReferrerInput referral={referral} />
        </SubmittingFieldset>
      </Form>
    </RecordDialog>
  );
}

/** Says beside the chosen status that it removes the day to call back. */
function StatusDayGoes({ referral, here }: { referral: ReferralRecord; here: ContactHere }) {
  const status = useWatch<RecordValues, 'status'>({ name: 'status' });
  const { contact, chosen } = here;
  return <DayGoes referral={{ ...referral, contact }} status={status} chosen={chosen} />;
}

/** What those read who may know, once the chosen status is saved. */
function StatusReads(
  props: Pick<ComponentProps<typeof ReadsInput>, 'referral' | 'level' | 'onChange'>,
) {
  const status = useWatch<RecordValues, 'status'>({ name: 'status' });
  const endReason = useWatch<RecordValues, 'end_reason'>({ name: 'end_reason' });
  return <ReadsInput {...props} status={status} endReason={endReason} />;
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

/** The intake note, whose length is shown as it nears the limit and checked while they are typed. */
function NotesInput() {
  const t = useStaffT();
  const { field } = useInput<string>({ source: 'notes', validate: notTooLong });
  const length = { count: field.value.length, max: LENGTHS.notes };
  const isTooLong = length.count > length.max;
  const isNearLimit = length.count > length.max * NEAR_LIMIT;
  return (
    <TextAreaField
      {...field}
      label={t('statusDialog.intakeNote')}
      optional
      rows={4}
      hint={isNearLimit && !isTooLong && t('statusDialog.notesLength', length)}
      error={isTooLong ? t('statusDialog.notesTooLong', length) : undefined}
    />
  );
}
