import { useLocation } from 'react-router';
import { useT } from '../i18n/I18nProvider';
import { readGuardState } from '../shared/guardReason';
import { StatusMessage } from '../shared/Message';
import { useIsHydrating } from '../shared/useIsHydrating';

/** Explains why the guard redirected the person here. */
export function GuardNotice() {
  const t = useT();
  const { state } = useLocation();
  // History state survives a reload, but the server does not have it: render it only after hydration.
  const redirect = useIsHydrating() ? null : readGuardState(state);
  return <StatusMessage variant="note">{redirect && t(`guard.${redirect.reason}`)}</StatusMessage>;
}
