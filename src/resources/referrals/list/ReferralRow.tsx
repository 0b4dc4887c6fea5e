import { useRecordContext } from 'react-admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useSiteName } from '../../../i18n/useSiteName';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { CallLink } from '../contact/CallLink';
import { useContactLine } from '../contact/ContactLine';
import { Unsaved, useUnsavedText } from '../contact/unsaved';
import { ReachWarning, useReachWarning } from '../reach/ReachWarning';
import { StatusField, useAccountText } from '../referralFields';
import { EntryDate } from './EntryDate';
import styles from './ReferralRow.module.css';
import { ReferralOpener } from './rowFields';
import { useWaiting, WaitingTime } from './Waiting';

/** A referral of the list in a narrow window: who, from where, how long it waits, and a button that calls. */
export function ReferralRow() {
  return (
    <div className={styles.row}>
      <div className={styles.person}>
        <div className={styles.first}>
          <h2 className={styles.name}>
            <ReferralOpener isFullName />
          </h2>
          <p className={styles.since}>
            <EntryOrWaiting />
          </p>
        </div>
        <SiteLine />
        <div className={styles.last}>
          <ReasonLine />
          <p className={styles.state}>
            <StatusField />
          </p>
        </div>
      </div>
      <CallLink />
    </div>
  );
}

/** What to know before calling, the attempts so far, then the site: one line, truncated to the width; the tooltip and the record have the full text. */
function SiteLine() {
  const siteName = useSiteName();
  const warning = useReachWarning();
  const contact = useContactLine();
  const unsaved = useUnsavedText();
  const site = useRecordContext<ReferralRecord>()?.site;
  if (!site) return null;
  const name = siteName(site.label);
  const all = [unsaved, warning?.text, contact, name].filter(Boolean).join(' · ');
  return (
    <p className={styles.line} title={all}>
      <Unsaved />
      {unsaved && <span> </span>}
      <ReachWarning />
      {contact && <span>{`${contact} · `}</span>}
      <bdi>{name}</bdi>
    </p>
  );
}

/** The substances and the referrer. */
function ReasonLine() {
  const t = useStaffT();
  const valueText = useValueText();
  const referral = useRecordContext<ReferralRecord>();
  const substances: readonly string[] = referral?.substance ?? [];
  const what = substances.map((name) => valueText('substanceTags', name)).join(', ');
  const who = useAccountText()(referral?.user_info) ?? t('referrals.guest');
  return (
    <p className={styles.line} title={`${what} · ${who}`}>
      <span>{`${what} · `}</span>
      <bdi>{who}</bdi>
    </p>
  );
}

function EntryOrWaiting() {
  return useWaiting() ? <WaitingTime /> : <EntryDate />;
}
