import { LENGTHS, REFERRAL_STATUSES, type ReferralStatus } from '../../../../contract/constants';
import { useStaffT } from '../../../i18n/useStaffT';
import { SelectField, TextAreaField } from '../../../shared/TextFields';
import { STATUS_TEXTS } from '../referralTexts';
import type { StatusValues } from './useStatusForm';

/** From this share of the longest notes on, their length is shown. */
const NEARLY_FULL = 0.9;

interface Props {
  values: StatusValues;
  onChange: (change: Partial<StatusValues>) => void;
}

/** What a super user may change of a referral (spec section 6). */
export function StatusFields({ values: { status, notes }, onChange }: Props) {
  const t = useStaffT();
  const length = { count: notes.length, max: LENGTHS.notes };
  const isTooLong = length.count > length.max;
  const isNearlyFull = length.count > length.max * NEARLY_FULL;

  return (
    <>
      <SelectField
        label={t('statusDialog.status')}
        value={status}
        onChange={(event) => onChange({ status: event.target.value as ReferralStatus })}
      >
        {REFERRAL_STATUSES.map((option) => (
          <option key={option} value={option}>
            {t(STATUS_TEXTS[option])}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={t('statusDialog.notes')}
        optional
        rows={6}
        value={notes}
        onChange={(event) => onChange({ notes: event.target.value })}
        hint={isNearlyFull && !isTooLong && t('statusDialog.notesLength', length)}
        error={isTooLong ? t('statusDialog.notesTooLong', length) : undefined}
      />
    </>
  );
}
