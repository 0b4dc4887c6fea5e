import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider } from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import { LoadError } from '../../admin';
import { Loading } from '../../app/lazyComponent';
import { RESOURCES, routes } from '../../app/routes';
import type { Elements } from '../../app/elements';
import { useFeatureStatus } from '../../app/useFeature';
import type { Reader } from '../../../contract/entities/filed';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import { useStaffT } from '../../i18n/useStaffT';
import type { GuardState } from '../../session/RequireAccess';

interface Props {
  /** For staff of the program, who see referrals. */
  readonly inside: Elements;
  /** For everybody else, who reads answers. */
  readonly outside: Elements;
}

/**
 * Shows the referrals as the person reads them: the server decides, by the marks of their sites. A server without answers shows
 * staff what the specification has. Others who filed none are led to the start page.
 */
export function ByReader({ inside, outside }: Props) {
  const t = useStaffT();
  const { pathname: from } = useLocation();
  const { isStaff, reader, error, refetch } = useReader();
  if (reader) {
    if (reader.is_inside) return inside;
    if (isStaff || reader.filed > 0) return outside;
    const state: GuardState = { reason: 'notAllowed', from, loadedAt: performance.timeOrigin };
    return <Navigate to={routes.home.path} replace state={state} />;
  }
  if (!error) return <Loading />;
  return <LoadError title={t('referrals.loadFailed')} error={error} onTryAgain={refetch} />;
}

/** How the person reads referrals; undefined until known. */
function useReader() {
  const provider = useDataProvider<StaffDataProvider>();
  const resource = RESOURCES.referrals;
  const { canAccess: isStaff = false } = useCanAccess({ resource, action: 'list' });
  const { canAccess: seesAll = false } = useCanAccess({ resource, action: 'listAll' });
  const status = useFeatureStatus('filed');
  const { data, error, refetch } = useQuery({
    queryKey: [RESOURCES.filed, 'getReader'],
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.getReader({ signal }))?.data ?? null,
    enabled: status === 'offered' && !seesAll,
  });
  const isKnown = seesAll || status === 'missing';
  const known: Reader = { is_inside: isStaff, filed: 0 };
  return { isStaff, reader: isKnown ? known : data, error, refetch: () => void refetch() };
}
