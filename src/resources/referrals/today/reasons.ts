import { failedSinceReached } from '../../../../contract/nextStep';
import { useToday, type RowIcon } from '../../../admin';
import { useLanguage } from '../../../i18n/I18nProvider';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import type { ComponentProps } from 'react';
import { formatDayName, formatHour, nearDay } from '../contact/dayTexts';
import { countedAttempts, nextStep } from '../contactFacts';
import { useOwnerText } from '../referralFields';
import { useFollowUpRules } from '../useFollowUpRules';
import { now } from '../../../i18n/providerTime';
import type { TodayRow } from './FinishedRows';

/** Why a row stands in the list, or what became of it. */
export interface Reason {
  readonly icon: ComponentProps<typeof RowIcon>['name'];
  /** How it is marked besides its words. */
  readonly tone: 'late' | 'due' | 'new' | 'left' | 'done';
  readonly text: string;
  /** Since when it is due. */
  readonly since?: string;
}

const LOOKS = {
  pastStandard: { icon: 'alert', tone: 'late' },
  failedOften: { icon: 'alert', tone: 'due' },
  callBackDue: { icon: 'clock', tone: 'due' },
  noAttempt: { icon: 'new', tone: 'new' },
  moreInfo: { icon: 'info', tone: 'due' },
  ownerLeft: { icon: 'left', tone: 'left' },
  noNextStep: { icon: 'clock', tone: 'due' },
  fromBefore: { icon: 'note', tone: 'new' },
} as const satisfies Record<string, Pick<Reason, 'icon' | 'tone'>>;

/** Returns a function that says why a row stands in the list, and since when. */
export function useReason(): (row: TodayRow) => Reason {
  const t = useStaffT();
  const { language } = useLanguage();
  const today = useToday();
  const finishedText = useFinishedText();

  const reasonText = (row: TodayRow): string => {
    const { reason } = row;
    const attempts = countedAttempts(row);
    if (reason === 'pastStandard')
      return t(attempts.length === 0 ? 'today.reasons.firstLate' : 'today.reasons.secondLate');
    if (reason === 'failedOften')
      return t('today.reasons.failedOften', { smart_count: failedSinceReached(attempts) });
    // A newer server may have others.
    return Object.hasOwn(LOOKS, reason) ? t(`today.reasons.${reason}`) : reason;
  };
  const sinceText = ({ due_since, contact }: TodayRow): string => {
    const near = nearDay(due_since, today);
    const hour = contact?.follow_up?.on === today ? contact.follow_up.at : null;
    if (near === 'today')
      return hour ? t('today.dueAt', { hour: formatHour(hour, language) }) : t('today.dueToday');
    return near === 'yesterday'
      ? t('today.dueYesterday')
      : t('today.dueSince', { day: formatDayName(due_since, language) });
  };
  return (row) =>
    row.finished
      ? { icon: 'done', tone: 'done', text: finishedText(row.finished.now) }
      : {
          ...(Object.hasOwn(LOOKS, row.reason) ? LOOKS[row.reason] : LOOKS.noNextStep),
          text: reasonText(row),
          since: sinceText(row),
        };
}

/** Returns a function that says what became of a finished row. */
function useFinishedText() {
  const t = useStaffT();
  const valueText = useValueText();
  const { language } = useLanguage();
  const today = useToday();
  const rules = useFollowUpRules();
  const ownerText = useOwnerText();
  return (referral: NonNullable<TodayRow['finished']>['now']): string => {
    if (referral === undefined) return t('today.finished.done');
    if (referral === null) return t('today.finished.gone');
    const step = nextStep(referral, rules, now());
    if (step?.kind === 'resting') {
      return nearDay(step.until, today) === 'tomorrow'
        ? t('today.finished.tomorrow')
        : t('today.finished.resting', { day: formatDayName(step.until, language) });
    }
    if (step?.kind === 'closed')
      return t('today.finished.status', { status: valueText('referralStatus', referral.status) });
    const name = ownerText(referral.owner);
    return name ? t('today.finished.owner', { name }) : t('today.finished.done');
  };
}
