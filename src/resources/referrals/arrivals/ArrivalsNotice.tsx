import { useListContext } from 'react-admin';
import { usePageTitle } from '../../../frame/PageHeading';
import { formatNumber } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import styles from './ArrivalsNotice.module.css';
import { useArrivals } from './useArrivals';
import { useSoundOnArrival } from './useArrivalSound';

/**
 * Says how many referrals have arrived since the list was loaded; a button shows them. The rows in sight stay where they are
 * until then. The number is also in the window's title, for people who work in another window.
 */
export function ArrivalsNotice() {
  const t = useStaffT();
  const { language } = useLanguage();
  const { setFilters } = useListContext();
  const arrivals = useArrivals();
  useSoundOnArrival(arrivals);
  const total = formatNumber(arrivals, language);
  const title = t('referrals.title');
  usePageTitle(arrivals > 0 ? `(${total}) ${title}` : title);

  const show = () => {
    setFilters({});
    window.scrollTo(0, 0);
    // The button disappears with the focus.
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  return (
    <div role="status" className={styles.arrivals}>
      {arrivals > 0 && (
        <Button variant="quiet" onClick={show}>
          {t('referrals.arrived', { smart_count: arrivals, total })}
        </Button>
      )}
    </div>
  );
}
