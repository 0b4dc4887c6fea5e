/** The attempts of a referral and its day to call back, in the second line of its row. */
import { useId } from 'react';
import { useRecordContext } from 'react-admin';
import { useOpenDialog, useRowTitleId } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { useCanAct } from '../useCanAct';
import { useAttemptsText, useDayText, useRulesToday } from './contactTexts';
import styles from './ContactLine.module.css';

/** '3 attempts, voicemail yesterday' and 'rests until Thu, Dec 3' of the referral in RecordContext; nothing without either. */
export function useContactLine(): string {
  const t = useStaffT();
  const attemptsText = useAttemptsText();
  const dayText = useDayText();
  const today = useRulesToday();
  const contact = useRecordContext<ReferralRecord>()?.contact;
  const isOffered = useFeature('contact');
  if (!isOffered || !contact) return '';
  const { attempts, follow_up } = contact;
  const rests = follow_up && follow_up.on > today;
  return [
    attempts.length > 0 && attemptsText(attempts, true),
    rests && t('contact.rests', { day: dayText(follow_up.on) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The same below the status in the table, where it opens the outcomes for who may act. */
export function ContactCell() {
  const text = useContactLine();
  const referral = useRecordContext<ReferralRecord>();
  if (!referral) return null;
  return <CellLine referral={referral} text={text} />;
}

function CellLine({ referral, text }: { referral: ReferralRecord; text: string }) {
  const t = useStaffT();
  const id = useId();
  const titleId = useRowTitleId();
  const openDialog = useOpenDialog();
  const canAct = useCanAct(referral);
  if (!canAct && text === '') return null;
  const shown = <span title={text || undefined}>{text || t('contact.logCall')}</span>;
  if (!canAct) return <span className={styles.below}>{shown}</span>;
  return (
    <button
      type="button"
      id={id}
      aria-haspopup="dialog"
      aria-label={[t('contact.logCall'), text].filter(Boolean).join(': ')}
      aria-labelledby={`${id} ${titleId}`}
      className={styles.button}
      onClick={() => openDialog('call', referral)}
    >
      {shown}
    </button>
  );
}
