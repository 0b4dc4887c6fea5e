/** Contact attempts, days and the next step in words. */
import { dayIn } from '../../../../contract/calendar';
import type { Referral } from '../../../../contract/entities/referral';
import { useToday } from '../../../admin';
import { readDateTime } from '../../../i18n/format';
import { formatShortDate } from '../../../i18n/formatShortDate';
import { useLanguage } from '../../../i18n/I18nProvider';
import { dayOf, now } from '../../../i18n/providerTime';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { countedAttempts, nextStep, type OfContact } from '../contactFacts';
import { useFollowUpRules } from '../useFollowUpRules';
import { type Day, isSameDay } from './days';
import { formatDayName, formatHour, nearDay } from './dayTexts';

/** Returns a function that writes a day, 'Thu, Dec 3', with the hour if there is one. */
export function useDayText(): (day: string, hour?: string | null) => string {
  const t = useStaffT();
  const { language } = useLanguage();
  return (day, hour) => {
    const text = formatDayName(day, language);
    const time = hour && formatHour(hour, language);
    return time ? t('contact.callBackAt', { day: text, time }) : text;
  };
}

/**
 * Returns a function that says which day a set one replaced, if it was another than the one on the screen. Whose it was is not
 * known: it may be one's own, set in another tab.
 */
export function useReplacedText(): (answer: { previous: Day } | undefined, shown: Day) => string {
  const t = useStaffT();
  const dayText = useDayText();
  return (answer, shown) => {
    const previous = answer?.previous;
    if (!previous || isSameDay(previous, shown)) return '';
    return t('contact.dayBefore', { day: dayText(previous.on, previous.at) });
  };
}

/** Today in the time zone of the rules, by which the server checks a day. */
export function useRulesToday(): string {
  const { timeZone } = useFollowUpRules();
  // Renders again on the next day.
  useToday();
  return dayIn(timeZone, now());
}

/** Returns a function that says when something was, by its day: 'today', 'yesterday' or 'Nov 20'. */
function useWhenText(): (at: string) => string {
  const t = useStaffT();
  const { language } = useLanguage();
  const today = useToday();
  return (at) => {
    const date = readDateTime(at);
    if (!date) return at;
    const near = nearDay(dayOf(date), today);
    return near === 'today' || near === 'yesterday'
      ? t(`contact.${near}`)
      : formatShortDate(date, today, language);
  };
}

/**
 * Returns a function that says how many attempts there are and what the last one was: '3 attempts, last yesterday: No answer', or
 * in a row's few words, '3 attempts, no answer yesterday'. Those before the last reopening, and those to nobody who counts, are in
 * the history alone.
 */
export function useAttemptsText(): (referral: OfContact, isShort?: boolean) => string {
  const t = useStaffT();
  const valueText = useValueText();
  const whenText = useWhenText();
  return (referral, isShort = false) => {
    const attempts = countedAttempts(referral);
    const last = attempts.at(-1);
    if (!last) return t(referral.contact?.reopened_at ? 'contact.noneSince' : 'contact.none');
    const count = t('contact.attempts', { smart_count: attempts.length });
    const when = whenText(last.at);
    if (isShort) return `${count}, ${valueText('contact.rowOutcomes', last.outcome)} ${when}`;
    const outcome = valueText('contact.outcomes', last.outcome);
    return `${count}, ${t('contact.last', { when, outcome })}`;
  };
}

/** The next step of a referral, and in words: 'Call back on Thu, Dec 3' or 'Due since …'. */
export function useNextStep(referral: Referral) {
  const t = useStaffT();
  const valueText = useValueText();
  const dayText = useDayText();
  const rules = useFollowUpRules();
  // Renders again on the next day.
  useToday();
  const step = nextStep(referral, rules, now());
  if (step?.kind === 'resting') {
    const day = dayText(step.until, referral.contact?.follow_up?.at);
    return { step, text: t('contact.callBackOn', { day }) };
  }
  if (step?.kind === 'due') {
    const reason = valueText('contact.reasons', step.reason);
    return { step, text: t('contact.due', { day: dayText(step.since), reason }) };
  }
  return { step, text: t('contact.noCallBack') };
}
