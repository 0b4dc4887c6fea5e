/** The fields of a row of the list of today, from RecordContext. */
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { ClampedText, RowIcon, useToday } from '../../../admin';
import { useLanguage } from '../../../i18n/I18nProvider';
import { useSiteName } from '../../../i18n/useSiteName';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { OPEN_STATUSES } from '../../../../contract/staffConstants';
import { CallLink } from '../contact/CallLink';
import { useAttemptsText } from '../contact/contactTexts';
import { formatDayName } from '../contact/dayTexts';
import { Unsaved, useUnsavedText } from '../contact/unsaved';
import { ReferralOpener } from '../list/rowFields';
import { ReachWarning, useReachWarning } from '../reach/ReachWarning';
import { useOwnerText } from '../referralFields';
import { useReason } from './reasons';
import styles from './today.module.css';
import type { TodayRow } from './FinishedRows';

/** Why it is due, by words, icon and edge, and since when; or what became of it. */
export function ReasonField() {
  const reasonOf = useReason();
  const row = useRecordContext<TodayRow>();
  if (!row) return null;
  const { icon, tone, text, since } = reasonOf(row);
  return (
    <span
      className={`${styles.reason} ${styles[tone] ?? ''}`}
      title={since ? `${text}, ${since}` : text}
    >
      <RowIcon name={icon} />
      <span className={styles.words}>
        <span className={styles.why}>{text}</span>
        {since && <span className={styles.since}>{` ${since}`}</span>}
      </span>
    </span>
  );
}

/** The person, whether an attempt is not saved yet, and who else has referred them. */
export function PersonField() {
  return (
    <>
      <ReferralOpener isFullName />
      <Unsaved />
      <AlsoText />
    </>
  );
}

/** Who else has referred the person; of what rests until a day or is closed, that too. */
function AlsoText() {
  const also = useAlsoText()(useRecordContext<TodayRow>());
  return also ? (
    <span className={styles.also} title={also}>
      {also}
    </span>
  ) : null;
}

function useAlsoText(): (row: TodayRow | undefined) => string | undefined {
  const t = useStaffT();
  const valueText = useValueText();
  const siteName = useSiteName();
  const today = useToday();
  const { language } = useLanguage();
  return (row) => {
    if (!row || row.also.length === 0) return undefined;
    const others = row.also.map(({ referred_by, site, status, resting_until }) => {
      const who = t('today.alsoWho', {
        who: referred_by ?? t('referrals.guest'),
        site: siteName(site),
      });
      if (resting_until !== null && resting_until > today)
        return t('today.alsoResting', { who, day: formatDayName(resting_until, language) });
      const isOpen = (OPEN_STATUSES as readonly string[]).includes(status);
      return isOpen
        ? who
        : t('today.alsoClosed', { who, status: valueText('referralStatus', status) });
    });
    return t('today.also', { others: others.join('; ') });
  };
}

export function AttemptsField() {
  const attemptsText = useAttemptsText();
  const row = useRecordContext<TodayRow>();
  return row && <ClampedText>{attemptsText(row, true)}</ClampedText>;
}

/** A row in a narrow window: as in the list of referrals, with the reason as one line more. */
export function CompactTodayRow() {
  const t = useStaffT();
  const siteName = useSiteName();
  const warning = useReachWarning();
  const attemptsText = useAttemptsText();
  const ownerText = useOwnerText();
  const alsoText = useAlsoText();
  const unsaved = useUnsavedText();
  const row = useRecordContext<TodayRow>();
  if (!row) return null;
  const site = siteName(row.site.label);
  const more = [attemptsText(row, true), ownerText(row.owner) ?? t('owner.nobody'), alsoText(row)]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className={styles.row}>
      <div className={styles.person}>
        <h2 className={styles.name}>
          <ReferralOpener isFullName />
        </h2>
        <Line>
          <ReasonField />
        </Line>
        <Line title={[warning?.text, site].filter(Boolean).join(' · ')}>
          <ReachWarning />
          <bdi>{site}</bdi>
        </Line>
        <Line title={[unsaved, more].filter(Boolean).join(' · ')}>
          <Unsaved />
          {unsaved && <span> </span>}
          <span>{more}</span>
        </Line>
      </div>
      <CallLink />
    </div>
  );
}

function Line({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <p className={styles.line} title={title}>
      {children}
    </p>
  );
}
