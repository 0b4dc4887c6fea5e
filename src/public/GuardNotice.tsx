import { useLocation } from 'react-router';
import { useT } from '../i18n/I18nProvider';
import { readGuardState } from '../shared/guardReason';
import { StatusMessage } from '../shared/Message';
import { useTakingOver } from '../shared/useTakingOver';

/** Says why the guard sent the person here. */
export function GuardNotice() {
  const t = useT();
  const { state } = useLocation();
  // A page that was reloaded still knows; the server that drew it does not.
  const redirect = useTakingOver() ? null : readGuardState(state);
  return <StatusMessage look="note">{redirect && t(`guard.${redirect.reason}`)}</StatusMessage>;
}
