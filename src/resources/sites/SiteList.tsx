import { useStaffT } from '../../i18n/useStaffT';
import { useLeaveWarning } from '../../shared/useLeaveWarning';
import { usePageTitle } from '../../shared/usePageTitle';
import { ListHeader } from '../../admin/list/ListHeader';
import { SiteManager } from './SiteManager';
import styles from './SiteManager.module.css';
import { useSiteManager } from './useSiteManager';

/** The sites as a page: the same as in the dialog of the referral list, with room. */
export function SiteList() {
  const t = useStaffT();
  usePageTitle(t('sites.title'));
  const management = useSiteManager();
  useLeaveWarning(management.hasInput);
  return (
    <>
      <ListHeader title={t('sites.title')} />
      <div className={styles.page}>
        <SiteManager management={management} />
      </div>
    </>
  );
}
