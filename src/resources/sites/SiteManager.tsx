import { useRef } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { useCan } from '../../shared/useCan';
import { ListPages } from '../../admin/list/Pagination';
import { StaleDataNotice } from '../../admin/list/StaleDataNotice';
import { AddSiteForm } from './AddSiteForm';
import styles from './SiteManager.module.css';
import { SiteRows } from './SiteRows';
import { SiteSearch } from './SiteSearch';
import type { SiteManagement } from './useSiteManager';

/** Adds, finds, renames and deletes sites (spec section 2, "Add Site modal"): what its dialog and its page have in them. */
export function SiteManager({ management }: { management: SiteManagement }) {
  const t = useStaffT();
  const canAdd = useCan('site.add');
  const section = useRef<HTMLElement>(null);
  const { add, list, newNames } = management;

  const goToPage = (page: number) => {
    list.goToPage(page);
    section.current?.scrollIntoView?.({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  };

  return (
    <div className={styles.manager}>
      {canAdd && <AddSiteForm add={add} />}
      <section ref={section} tabIndex={-1} aria-label={t('sites.list')} className={styles.part}>
        <SiteSearch list={list} />
        {list.rows && list.error && (
          <StaleDataNotice text={t('sites.rowsKept')} onTryAgain={list.tryAgain} />
        )}
        <SiteRows list={list} newNames={newNames} />
        <ListPages
          label={t('sites.pages')}
          page={list.page}
          pages={list.pages}
          onChange={goToPage}
        />
      </section>
    </div>
  );
}
