import { useCanAccess } from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import { LoadError } from '../../admin';
import { Loading } from '../../app/lazyComponent';
import { RESOURCES, routes } from '../../app/routes';
import type { Elements } from '../../app/elements';
import { useFeatureStatus } from '../../app/useFeature';
import type { Reader } from '../../../contract/entities/filed';
import { useStaffT } from '../../i18n/useStaffT';
import type { GuardState } from '../../session/RequireAccess';
import { useReader } from './useReader';

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
  const { isStaff, reader, error, refetch } = useKnownReader();
  if (reader) {
    if (reader.is_inside) return inside;
    if (isStaff || reader.filed > 0) return outside;
    const state: GuardState = { reason: 'notAllowed', from, loadedAt: performance.timeOrigin };
    return <Navigate to={routes.home.path} replace state={state} />;
  }
  if (!error) return <Loading />;
  return <LoadError title={t('referrals.loadFailed')} error={error} onTryAgain={refetch} />;
}

/** How the person reads referrals, asked of the server only if their role does not decide it; undefined until known. */
function useKnownReader() {
  const resource = RESOURCES.referrals;
  const { canAccess: isStaff = false } = useCanAccess({ resource, action: 'list' });
  const { canAccess: seesAll = false } = useCanAccess({ resource, action: 'listAll' });
  const status = useFeatureStatus('filed');
  const { data, error, refetch } = useReader({ enabled: status === 'offered' && !seesAll });
  const isKnown = seesAll || status === 'missing';
  const known: Reader = { is_inside: isStaff, filed: 0 };
  return { isStaff, reader: isKnown ? known : data, error, refetch: () => void refetch() };
}
