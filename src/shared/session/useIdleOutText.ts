import { useT } from '../../i18n/I18nProvider';
import { useServices } from '../services';

/** The message after an idle sign-out. */
export function useIdleOutText(): string {
  const t = useT();
  const { idleMinutes } = useServices().settings;
  const minutes = t('session.minutes', { smart_count: idleMinutes });
  return t('session.idleOut', { minutes });
}
