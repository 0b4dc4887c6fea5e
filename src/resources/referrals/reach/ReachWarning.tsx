import { useRecordContext } from 'react-admin';
import type { Elements } from '../../../app/elements';
import { RowIcon } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { listWarnings } from './instructions';
import styles from './ReachWarning.module.css';

/** What forbids or warns before a call of the referral in RecordContext, in a few words; empty if nothing does. */
export function useReachWarning(): string {
  const t = useStaffT();
  const isOffered = useFeature('reach');
  const referral = useRecordContext<ReferralRecord>();
  if (!isOffered || !referral) return '';
  return listWarnings(referral)
    .map((key) => t(key))
    .join(', ');
}

/** The warning in a line of a row, before what follows in it. */
export function ReachWarning() {
  const warning = useReachWarning();
  if (!warning) return null;
  return (
    <>
      <span className={styles.warning}>
        <RowIcon name="alert" />
        <span>{warning}</span>
      </span>
      <span> · </span>
    </>
  );
}

/**
 * A phone number in a cell, with a mark in its margin where something forbids or warns: the tooltip, screen readers and paper have
 * the words.
 */
export function MarkedNumber({ children }: { children: Elements }) {
  const warning = useReachWarning();
  if (!warning) return children;
  return (
    <span className={styles.number}>
      {children}
      <span className={`${styles.mark} screen-only`} title={warning}>
        <RowIcon name="alert" title={warning} />
      </span>
      <span className={`${styles.warning} paper-only`}>{warning}</span>
    </span>
  );
}
