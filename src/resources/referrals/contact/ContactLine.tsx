/** The attempts of a referral and its day to call back, in the second line of its row. */
import { useId } from 'react';
import { useRecordContext } from 'react-admin';
import type { Elements } from '../../../app/elements';
import { RowButton, useOpenDialog, useRowTitleId } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { MarkedNumber, ReachWarning, useReachWarning } from '../reach/ReachWarning';
import { countedAttempts } from '../contactFacts';
import { useCanAct } from '../useCanAct';
import { useAttemptsText, useDayText, useRulesToday } from './contactTexts';
import styles from './ContactLine.module.css';

/** '3 attempts, voicemail yesterday' and 'rests until Thu, Dec 3' of the referral in RecordContext; nothing without either. */
export function useContactLine(): string {
  const t = useStaffT();
  const attemptsText = useAttemptsText();
  const dayText = useDayText();
  const today = useRulesToday();
  const referral = useRecordContext<ReferralRecord>();
  const contact = referral?.contact;
  const isOffered = useFeature('contact');
  if (!isOffered || !contact) return '';
  const { follow_up } = contact;
  const rests = follow_up && follow_up.on > today;
  return [
    countedAttempts(referral).length > 0 && attemptsText(referral, true),
    rests && t('contact.rests', { day: dayText(follow_up.on) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * A phone number in a cell, and below it, in one line, what forbids or warns, the attempts and the rest: for who may act a button
 * that opens the outcomes. Tooltip and paper have all of it.
 */
export function NumberCell({ children }: { children: Elements }) {
  const contact = useContactLine();
  const referral = useRecordContext<ReferralRecord>();
  const canAct = useCanAct(referral ?? {});
  if (!referral || (!canAct && contact === '')) return <MarkedNumber>{children}</MarkedNumber>;
  return (
    <>
      {children}
      {canAct ? (
        <LogCallButton referral={referral} contact={contact} />
      ) : (
        <Line contact={contact} />
      )}
    </>
  );
}

function Line({ contact }: { contact: string }) {
  const warning = useReachWarning();
  return (
    <span className={styles.line} title={[warning?.text, contact].filter(Boolean).join(' · ')}>
      <ReachWarning />
      <span>{contact}</span>
    </span>
  );
}

interface ButtonProps {
  readonly referral: ReferralRecord;
  readonly contact: string;
}

function LogCallButton({ referral, contact }: ButtonProps) {
  const t = useStaffT();
  const id = useId();
  const titleId = useRowTitleId();
  const openDialog = useOpenDialog();
  const warning = useReachWarning();
  const action = t('contact.logCall');
  return (
    <button
      type="button"
      id={id}
      aria-haspopup="dialog"
      aria-labelledby={`${id} ${titleId}`}
      title={[warning?.text, contact].filter(Boolean).join(' · ')}
      className={styles.button}
      onClick={() => openDialog('call', referral)}
    >
      {contact && <span className="visually-hidden">{`${action}: `}</span>}
      <ReachWarning />
      <span className={contact ? undefined : 'screen-only'}>{contact || action}</span>
    </button>
  );
}

/** The button of a row that opens the outcomes, for who may save one. */
export function LogCallField() {
  const t = useStaffT();
  const openDialog = useOpenDialog();
  const referral = useRecordContext<ReferralRecord>();
  const canAct = useCanAct(referral ?? {});
  if (!referral || !canAct) return null;
  return (
    <RowButton aria-haspopup="dialog" onClick={() => openDialog('call', referral)}>
      {t('contact.logCall')}
    </RowButton>
  );
}
