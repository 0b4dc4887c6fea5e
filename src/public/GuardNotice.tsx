import { useLocation } from 'react-router';
import { useT } from '../i18n/I18nProvider';
import { readGuardState } from '../shared/guardReason';
import { StatusMessage } from '../shared/Message';

/** Says why the guard sent the person here. */
export function GuardNotice() {
  const t = useT();
  const redirect = readGuardState(useLocation().state);
  return <StatusMessage look="note">{redirect && t(`guard.${redirect.reason}`)}</StatusMessage>;
}
