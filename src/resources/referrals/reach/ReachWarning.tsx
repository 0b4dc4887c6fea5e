import { useRecordContext } from 'react-admin';
import type { Elements } from '../../../app/elements';
import { RowIcon } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { listWarnings } from './instructions';
import styles from './ReachWarning.module.css';

interface Warning {
  /** All of it. */
  readonly text: string;
  /** What is forbidden, and the language, if it is not English. */
  readonly words: string;
  /** What the person said of it. */
  readonly note: string;
  /** Something is forbidden; else there is only a language or a note to read. */
  readonly forbids: boolean;
}

/** What forbids or warns before a call of the referral in RecordContext, in a few words; null if nothing does. */
export function useReachWarning(): Warning | null {
  const t = useStaffT();
  const valueText = useValueText();
  const isOffered = useFeature('reach');
  const referral = useRecordContext<ReferralRecord>();
  if (!isOffered || !referral) return null;
  const forbidden = listWarnings(referral).map((key) => t(key));
  const { preferred_language: language } = referral;
  const isOther = language && language !== 'en';
  const words = [...forbidden, ...(isOther ? [valueText('reach.languages', language)] : [])];
  const note = referral.reach_note ?? '';
  if (words.length === 0 && note === '') return null;
  return {
    text: [...words, note].filter(Boolean).join(', '),
    words: words.join(', '),
    note,
    forbids: forbidden.length > 0,
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

function WarningText({ warning: { words, note, forbids } }: { warning: Warning }) {
  return (
    <>
      <span className={forbids ? styles.forbids : styles.warns}>
        <RowIcon name={forbids ? 'alert' : words ? 'language' : 'note'} />
        {words && <span>{words}</span>}
      </span>
      {words && note && <span>, </span>}
      {note && <bdi className={styles.note}>{note}</bdi>}
    </>
  );
}
