import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { LENGTHS } from '../../../../../contract/constants';
import { hasVisibleText } from '../../../../../contract/fieldRules';
import {
  MutationStatus,
  submitOnEnter,
  SubmittingFieldset,
  useDialogMutation,
  useHotkey,
} from '../../../../admin';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { TextAreaField } from '../../../../ui/Field';
import { GONE } from '../../refusals';
import { useUnsentNote } from '../useUnsentNote';
import styles from './HistoryList.module.css';
import { historyKey } from '../../useHistory';

/** The key that focuses the note from anywhere in the record. */
const HOTKEY = 'n';
/** The length of a note is shown from this share of the limit. */
const NEAR_LIMIT = 0.9;

/** Adds a dated note with its author to a referral's history. A failure keeps the text. */
export function NoteForm({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const queries = useQueryClient();
  const area = useRef<HTMLTextAreaElement>(null);
  const hasKeys = useHotkey(HOTKEY, () => area.current?.focus(), area);
  const [text, setText] = useUnsentNote(referral);
  const [isMissing, setMissing] = useState(false);
  const mutation = useDialogMutation<string>({
    send: async (provider, note) => {
      await provider.addNote(referral, note);
      setText('');
      void queries.invalidateQueries({ queryKey: historyKey(referral.id) });
    },
    done: 'note.done',
    failed: 'note.failed',
    isRepeatable: true,
  });

  const isEmpty = !hasVisibleText(text);
  const length = { count: text.length, max: LENGTHS.notes };
  const isTooLong = length.count > length.max;
  const isNearLimit = length.count > length.max * NEAR_LIMIT;
  const add = () => {
    setMissing(isEmpty);
    if (isEmpty || isTooLong) area.current?.focus();
    else mutation.start(text.trim());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add();
  };
  const error = isTooLong
    ? t('statusDialog.notesTooLong', length)
    : isMissing && isEmpty
      ? t('note.missing')
      : undefined;

  return (
    <form noValidate className={styles.noteForm} onSubmit={onSubmit}>
      <SubmittingFieldset isSending={mutation.isBusy}>
        <TextAreaField
          ref={area}
          label={t('note.title')}
          name="note"
          rows={2}
          aria-keyshortcuts={hasKeys ? HOTKEY : undefined}
          onKeyDown={submitOnEnter}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          hint={isNearLimit && !isTooLong ? t('statusDialog.notesLength', length) : t('note.hint')}
          error={error}
        />
      </SubmittingFieldset>
      <div>
        <Button type="submit" variant="secondary" busy={mutation.isBusy}>
          {t('note.submit')}
        </Button>
      </div>
      <MutationStatus mutation={mutation} onTryAgain={add} details={GONE} isAdding />
    </form>
  );
}
