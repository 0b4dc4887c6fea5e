import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider } from 'react-admin';
import type { FollowUpRules } from '../../../contract/nextStep';
import { RESOURCES } from '../../app/routes';
import { useServices } from '../../app/services';
import { useFeature, useFeatureStatus } from '../../app/useFeature';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import { timeZone } from '../../i18n/providerTime';

const NO_HOLIDAYS: ReadonlySet<string> = new Set();
/** The server's own default. */
const FAILED_ATTEMPTS = 3;

/**
 * The provider's rules for following up. Until they are loaded, and on servers without them, those that the page knows: the
 * public promise, without holidays.
 */
export function useFollowUpRules(): FollowUpRules {
  const { responseDays } = useServices().settings;
  return (
    useRules()?.rules ?? {
      timeZone: timeZone() ?? '',
      holidays: NO_HOLIDAYS,
      responseDays: responseDays || 1,
      failedAttempts: FAILED_ATTEMPTS,
    }
  );
}

/**
 * Whether the person may save attempts and set days at some site; undefined until known. Without the feature, no.
 */
export function useMayAct(): boolean | undefined {
  const resource = RESOURCES.referrals;
  const { canAccess = false } = useCanAccess({ resource, action: 'actAnywhere' });
  const status = useFeatureStatus('contact');
  const mayAct = useRules()?.mayAct;
  if (status !== 'offered') return status === 'missing' ? false : undefined;
  return canAccess || mayAct;
}

/** What the server says of the provider's rules, and of the person; undefined until known. */
function useRules() {
  const provider = useDataProvider<StaffDataProvider>();
  const isOffered = useFeature('contact');
  // The menu asks for everyone who is signed in.
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.referrals, action: 'list' });
  const { data } = useQuery({
    queryKey: [RESOURCES.referrals, 'getFollowUpRules'],
    queryFn: async ({ signal }) => {
      const { data: rules } = await provider.getFollowUpRules({ signal });
      return {
        rules: {
          timeZone: rules.time_zone,
          holidays: new Set(rules.holidays),
          responseDays: rules.response_days,
          failedAttempts: rules.failed_attempts,
        },
        mayAct: rules.may_act,
      };
    },
    enabled: isOffered && canAccess,
    staleTime: Infinity,
  });
  return data;
}
