import { useSession } from '../../app/services';
import { formatDateTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { isolate } from '../../i18n/isolate';
import { now } from '../../i18n/providerTime';
import { useStaffT } from '../../i18n/useStaffT';
import { usePrinting } from '../usePrinting';

/**
 * For print only: when it was printed, in the provider's time zone, and by whom, so that a paper that is found says how old it is and
 * whose it is.
 *
 * @example
 * <article className="paper-only">
 *   <PrintedBy />
 *   <ReferralDetails />
 * </article>
 */
export function PrintedBy() {
  const t = useStaffT();
  const { language } = useLanguage();
  const { user } = useSession();
  const isPrinting = usePrinting();
  if (!isPrinting || !user) return null;
  return (
    <p className="printed-by paper-only">
      {t('sheet.printed', {
        date: formatDateTime(now().toISOString(), language),
        name: isolate(user.fullname),
      })}
    </p>
  );
}
