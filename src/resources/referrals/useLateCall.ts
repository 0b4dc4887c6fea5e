import { type FollowUpRules, isPastStandard } from '../../../contract/nextStep';
import { useToday } from '../../admin';
import { useServices } from '../../app/services';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { useStaffT } from '../../i18n/useStaffT';
import { contactFacts, countedAttempts } from './contactFacts';

/**
 * Returns a function that says which call to a waiting person is late by the standard, the first or the second; null if none is.
 * A server without attempts has no standard but the provider's promise, if there is one.
 */
export function useLateCall(rules: FollowUpRules): (referral: ReferralRecord) => string | null {
  const t = useStaffT();
  const today = useToday();
  const { responseDays } = useServices().settings;
  return (referral) => {
    const hasStandard = referral.contact !== undefined || responseDays > 0;
    if (!hasStandard || !isPastStandard(contactFacts(referral), rules, today)) return null;
    const isFirst = countedAttempts(referral).length === 0;
    return t(isFirst ? 'today.reasons.firstLate' : 'today.reasons.secondLate');
  };
}
