import { useRecordContext } from 'react-admin';
import type { Elements } from '../../../app/elements';
import { RowIcon } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { listWarnings } from './instructions';
import styles from './ReachWarning.module.css';

interface Warning {
  readonly text: string;
  /** Something is forbidden; else there is only a note to read. */
  readonly forbids: boolean;
}

/** What forbids or warns before a call of the referral in RecordContext, in a few words; null if nothing does. */
export function useReachWarning(): Warning | null {
  const t = useStaffT();
  const isOffered = useFeature('reach');
  const referral = useRecordContext<ReferralRecord>();
  const keys = isOffered && referral ? listWarnings(referral) : [];
  if (!referral || keys.length === 0) return null;
  const { may_voicemail, may_text } = referral;
  return {
    text: keys.map((key) => t(key)).join(', '),
    forbids: may_voicemail === false || may_text === false,
  };
}

/** The warning in a line of a row, before what follows in it. */
export function ReachWarning() {
  const warning = useReachWarning();
  if (!warning) return null;
  return (
    <>
      <WarningText warning={warning} />
      <span> · </span>
    </>
  );
}

/** A phone number in a cell, and below it what forbids or warns: one line, of which the tooltip and paper have all. */
export function MarkedNumber({ children }: { children: Elements }) {
  const warning = useReachWarning();
  if (!warning) return children;
  return (
    <>
      {children}
      <span className={styles.below} title={warning.text}>
        <WarningText warning={warning} />
      </span>
    </>
  );
}

function WarningText({ warning: { text, forbids } }: { warning: Warning }) {
  return (
    <span className={forbids ? styles.forbids : styles.warns}>
      <RowIcon name={forbids ? 'alert' : 'note'} />
      <span>{text}</span>
    </span>
  );
}
