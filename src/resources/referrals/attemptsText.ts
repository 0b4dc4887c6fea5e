/** How often it was tried to reach the person, and what came of the last time. */
import { attemptsSince } from '../../../contract/contact';
import { useToday } from '../../admin';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { readDateTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { dayOf } from '../../i18n/providerTime';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { formatDayName, nearDay } from './today/dayTexts';

/** Returns a function that says it, such as '3 attempts, voicemail yesterday'. Attempts before the last reopening do not count. */
export function useAttemptsText(): (referral: Pick<ReferralRecord, 'contact'>) => string {
  const t = useStaffT();
  const valueText = useValueText();
  const { language } = useLanguage();
  const today = useToday();
  return ({ contact }) => {
    const attempts = attemptsSince(contact?.attempts ?? [], contact?.reopened_at ?? null);
    const last = attempts.at(-1);
    if (!last) return t('today.noAttempts');
    const moment = readDateTime(last.at);
    const day = moment ? dayOf(moment) : today;
    const near = nearDay(day, today);
    return t('today.attemptsAndLast', {
      attempts: t('today.attemptCount', { smart_count: attempts.length }),
      outcome: valueText('today.outcomes', last.outcome),
      when:
        near === 'today' || near === 'yesterday'
          ? t(`today.${near}`)
          : formatDayName(day, language),
    });
  };
}
