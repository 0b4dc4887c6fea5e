import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider } from 'react-admin';
import { LoadError } from '../../admin';
import { Loading } from '../../app/lazyComponent';
import { RESOURCES } from '../../app/routes';
import type { Elements } from '../../app/elements';
import { useFeatureStatus } from '../../app/useFeature';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import { useStaffT } from '../../i18n/useStaffT';

interface Props {
  /** For staff of the program, who see referrals. */
  readonly inside: Elements;
  /** For everybody else, who reads answers. */
  readonly outside: Elements;
}

/**
 * Shows the referrals as the person reads them: the server decides, by the marks of their sites. A server without answers shows
 * everyone what the specification has.
 */
export function ByReader({ inside, outside }: Props) {
  const t = useStaffT();
  const { isInside, error, refetch } = useIsInside();
  if (isInside !== undefined) return isInside ? inside : outside;
  if (!error) return <Loading />;
  return <LoadError title={t('referrals.loadFailed')} error={error} onTryAgain={refetch} />;
}

/** Whether the person belongs to the program; undefined until known. */
function useIsInside() {
  const provider = useDataProvider<StaffDataProvider>();
  const resource = RESOURCES.referrals;
  const { canAccess: seesAll = false } = useCanAccess({ resource, action: 'listAll' });
  const status = useFeatureStatus('filed');
  const isAsked = status === 'offered' && !seesAll;
  const { data, error, refetch } = useQuery({
    queryKey: [RESOURCES.filed, 'getReader'],
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.getReader({ signal }))?.data ?? null,
    enabled: isAsked,
  });
  const isKnown = seesAll || status === 'missing';
  return {
    isInside: isKnown ? true : data?.is_inside,
    error,
    refetch: () => void refetch(),
  };
}
