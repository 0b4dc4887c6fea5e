import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { ListView } from '../../admin/list/ListView';
import styles from './SiteManager.module.css';
import { SiteRow } from './SiteRow';
import type { NewNames } from './useNewNames';
import type { SiteListState } from './useSiteList';

/** The sites of a page, or what stands in their place. */
export function SiteRows({ list, newNames }: { list: SiteListState; newNames: NewNames }) {
  const t = useStaffT();
  const isSearching = list.foundCount !== undefined;
  const showAll = (
    <Button variant="secondary" onClick={() => list.search('')}>
      {t('sites.showAll')}
    </Button>
  );
  const empty = isSearching
    ? { title: t('sites.noMatch'), action: showAll }
    : { title: t('sites.empty'), hint: t('sites.emptyHint') };
  return (
    <ListView list={list} loadFailed={t('sites.loadFailed')} empty={empty}>
      <ul aria-label={t('sites.title')} className={styles.rows}>
        {list.rows?.map((site) => (
          <SiteRow key={site.id} site={site} newNames={newNames} reread={list.reread} />
        ))}
      </ul>
    </ListView>
  );
}
