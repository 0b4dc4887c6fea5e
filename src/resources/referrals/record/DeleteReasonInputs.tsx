import { useRef, useState } from 'react';
import { addDays } from '../../../../contract/calendarDays';
import {
  DELETE_REASONS,
  type DeleteReason,
  REASON_NOTE_MAX,
} from '../../../../contract/staffConstants';
import { useToday } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { DeletionMeta } from '../../../dataProvider/referrals';
import { isNoteTooLong } from '../../../endings/EndReasonInputs';
import { useDeletedDays } from '../../../endings/useDeletedDays';
import { formatDate } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { SelectField, TextField } from '../../../ui/Field';
import styles from '../ReferralDialogs.module.css';

interface Reason {
  readonly reason: DeleteReason | '';
  readonly note: string;
}

/**
 * Asks why a referral is deleted, and says for how long it can be put back; nothing on a server that cannot put it back.
 * @param usual the reason chosen at first; empty for none
 * @returns the inputs; `check`, which flags a missing reason; and the `meta` of the deletion
 */
export function useDeleteReason(usual: Reason['reason']) {
  const isOffered = useFeature('deleted');
  const [entered, setEntered] = useState<Reason>({ reason: usual, note: '' });
  const [isChecked, setChecked] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { reason, note } = entered;
  const isMissing = reason === '';
  const isTooLong = isNoteTooLong({ end_note: note });

  const check = () => {
    if (!isOffered || !(isMissing || isTooLong)) return true;
    setChecked(true);
    box.current?.querySelector<HTMLElement>(isMissing ? 'select' : 'input')?.focus();
    return false;
  };
  const meta: DeletionMeta =
    isOffered && !isMissing
      ? { delete_reason: reason, ...(note.trim() && { delete_note: note }) }
      : {};

  return {
    meta,
    check,
    inputs: isOffered && (
      <div ref={box} className={styles.parts}>
        <ReasonInputs
          entered={entered}
          onChange={setEntered}
          isMissing={isChecked && isMissing}
          isTooLong={isTooLong}
        />
        <PutBackHint />
      </div>
    ),
  };
}

interface InputsProps {
  readonly entered: Reason;
  readonly onChange: (reason: Reason) => void;
  readonly isMissing: boolean;
  readonly isTooLong: boolean;
}

function ReasonInputs({ entered, onChange, isMissing, isTooLong }: InputsProps) {
  const t = useStaffT();
  const valueText = useValueText();
  const { reason, note } = entered;
  return (
    <>
      <SelectField
        label={t('ending.why')}
        value={reason}
        onChange={({ target }) => onChange({ ...entered, reason: target.value as DeleteReason })}
        error={isMissing ? t('ending.missing') : undefined}
      >
        <option value="">{t('deleteDialog.choose')}</option>
        {DELETE_REASONS.map((each) => (
          <option key={each} value={each}>
            {valueText('deleteReasons', each)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('ending.note')}
        optional
        value={note}
        onChange={({ target }) => onChange({ ...entered, note: target.value })}
        error={
          isTooLong
            ? t('ending.noteTooLong', { count: note.length, max: REASON_NOTE_MAX })
            : undefined
        }
      />
    </>
  );
}

/** For how long, and where, the referral can be put back. */
function PutBackHint() {
  const t = useStaffT();
  const { language } = useLanguage();
  const days = useDeletedDays();
  const today = useToday();
  const text =
    days === null
      ? t('deleteDialog.putBack')
      : t('deleteDialog.putBackDays', {
          smart_count: days,
          day: formatDate(addDays(today, days), language),
        });
  return <p className={styles.hint}>{text}</p>;
}
