/** Contact attempts, days and the next step in words. */
import { dayIn } from '../../../../contract/calendar';
import { addDays } from '../../../../contract/calendarDays';
import type { Attempt } from '../../../../contract/entities/contactState';
import type { Referral } from '../../../../contract/entities/referral';
import { useToday } from '../../../admin';
import { formatFor, readDateTime } from '../../../i18n/format';
import { formatShortDate } from '../../../i18n/formatShortDate';
import { useLanguage } from '../../../i18n/I18nProvider';
import { dayOf, now } from '../../../i18n/providerTime';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { nextStep } from '../contactFacts';
import { useFollowUpRules } from '../useFollowUpRules';

/** UTC, so that no time zone moves a calendar day. */
const DAY: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
};
const HOUR: Intl.DateTimeFormatOptions = { timeStyle: 'short', timeZone: 'UTC' };

/** Returns a function that writes a day, 'Thu, Dec 3', with the hour if there is one. */
export function useDayText(): (day: string, hour?: string | null) => string {
  const t = useStaffT();
  const { language } = useLanguage();
  const write = (options: Intl.DateTimeFormatOptions, time: string) => {
    const date = new Date(time);
    return Number.isNaN(date.getTime()) ? '' : formatFor(language, options).format(date);
  };
  return (day, hour) => {
    const text = write(DAY, `${day}T00:00Z`) || day;
    const time = hour && write(HOUR, `1970-01-01T${hour}Z`);
    return time ? t('contact.callBackAt', { day: text, time }) : text;
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
    const day = dayOf(date);
    if (day === today) return t('contact.today');
    if (day === addDays(today, -1)) return t('contact.yesterday');
    return formatShortDate(date, today, language);
  };
}

/** Returns a function that says how many attempts there are and what the last one was, in full or in a row's few words. */
export function useAttemptsText(): (attempts: readonly Attempt[], isShort?: boolean) => string {
  const t = useStaffT();
  const valueText = useValueText();
  const whenText = useWhenText();
  return (attempts, isShort = false) => {
    const last = attempts.at(-1);
    if (!last) return t('contact.none');
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
