import { type FormEvent, useId, useRef, useState } from 'react';
import { useResourceContext } from 'react-admin';
import { addBusinessDays } from '../../../../contract/businessDays';
import { addDays } from '../../../../contract/calendarDays';
import { LENGTHS } from '../../../../contract/constants';
import { attemptsSince } from '../../../../contract/contact';
import {
  FOLLOW_UP_MAX_DAYS,
  type FollowUpRules,
  lastDayOfStandard,
} from '../../../../contract/nextStep';
import { OPEN_STATUSES } from '../../../../contract/staffConstants';
import { CloseButton, Dialog, useToday } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useSelectedReferrals, useStartBulk } from '../../../bulk/bulkJob';
import { useCountValues } from '../../../bulk/useBulkTexts';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useLanguage } from '../../../i18n/I18nProvider';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { TextAreaField, TextField } from '../../../ui/Field';
import { contactFacts } from '../contactFacts';
import { formatDayName } from '../contact/dayTexts';
import { useFollowUpRules } from '../useFollowUpRules';
import styles from '../ReferralDialogs.module.css';
import { spreadDays } from './spreadDays';

/** Over so many business days at most. */
const MAX_SPREAD = 60;

/** Asks on which day, or over how many business days, to call the selected people back, and sets that. */
export function CallBackDialog({ onClose }: { onClose: () => void }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const counted = useCountValues();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const today = useToday();
  const rules = useFollowUpRules();
  const records = useSelectedReferrals();
  const list = useResourceContext() ?? RESOURCES.referrals;
  const start = useStartBulk();
  const [first, setFirst] = useState(() => addBusinessDays(today, 1, rules.holidays));
  const [spread, setSpread] = useState('1');
  const [because, setBecause] = useState('');
  const [isChecked, setChecked] = useState(false);

  const last = addDays(today, FOLLOW_UP_MAX_DAYS);
  const count = Number(spread);
  const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_SPREAD;
  const days =
    first !== '' && isCount ? spreadDays(first, count, records.length, rules.holidays) : [];
  const lastUsed = days.at(-1) ?? '';
  const isDay = first !== '' && first >= today && first <= last;
  const isWithin = lastUsed <= last;
  const needsReason = records.some((record, at) =>
    isPastStandard(record as unknown as ReferralRecord, days[at] ?? '', rules),
  );
  const isReasonMissing = needsReason && because.trim() === '';
  const isTooLong = because.length > LENGTHS.notes;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isDay && isCount && isWithin && !isReasonMissing && !isTooLong) {
      const reason = needsReason ? { because: because.trim() } : {};
      onClose();
      start(list, { action: 'followUp', days, ...reason }, records, true);
      return;
    }
    setChecked(true);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  };
  const spreadText = () => {
    if (days.length === 0 || lastUsed === first) return undefined;
    const perDay = Math.ceil(records.length / Math.min(count, records.length));
    return t('bulk.callBack.spreadHint', {
      count: perDay,
      day: formatDayName(lastUsed, language),
    });
  };

  return (
    <Dialog
      title={t('bulk.ask.followUp', counted(records.length))}
      width="sm"
      onClose={onClose}
      hasInput={because !== ''}
      actions={
        <>
          <Button type="submit" form={formId}>
            {t('bulk.confirm.followUp')}
          </Button>
          <CloseButton>{t('bulk.cancel')}</CloseButton>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className={styles.parts}>
        <TextField
          type="date"
          name="on"
          label={t('bulk.callBack.day')}
          value={first}
          min={today}
          max={last}
          onChange={({ target }) => setFirst(target.value)}
          error={isChecked && !isDay ? t('bulk.callBack.dayWrong') : undefined}
        />
        <TextField
          type="number"
          name="spread"
          label={t('bulk.callBack.spread')}
          value={spread}
          min={1}
          max={MAX_SPREAD}
          onChange={({ target }) => setSpread(target.value)}
          error={
            isChecked && !(isCount && isWithin)
              ? t('bulk.callBack.spreadWrong', { max: MAX_SPREAD })
              : undefined
          }
          hint={spreadText()}
        />
        {needsReason && (
          <TextAreaField
            name="because"
            label={t('bulk.callBack.because')}
            hint={t('bulk.callBack.becauseHint')}
            value={because}
            onChange={({ target }) => setBecause(target.value)}
            error={
              isTooLong
                ? t('bulk.callBack.becauseTooLong', { count: because.length, max: LENGTHS.notes })
                : isChecked && isReasonMissing
                  ? t('bulk.callBack.becauseMissing')
                  : undefined
            }
          />
        )}
        <p>{t('bulk.hints.followUp')}</p>
      </form>
    </Dialog>
  );
}

/**
 * Whether a day needs a reason, as it is past the standard of somebody who was never called. What is from before the upgrade is
 * past every standard already.
 */
function isPastStandard(referral: ReferralRecord, day: string, rules: FollowUpRules): boolean {
  const facts = contactFacts(referral);
  const isOpen = (OPEN_STATUSES as readonly string[]).includes(facts.status);
  if (!referral.contact || !isOpen || facts.isFromBefore) return false;
  if (attemptsSince(facts.attempts, facts.reopenedAt).length > 0) return false;
  return day > lastDayOfStandard(facts, rules);
}
