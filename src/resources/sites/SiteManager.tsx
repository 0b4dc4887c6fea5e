import { useId, useRef } from 'react';
import {
  type ListControllerResult,
  ListContextProvider,
  RecordContextProvider,
  useListContext,
} from 'react-admin';
import { type EmptyState, ListFooter, ListView, Pagination, SearchInput } from '../../admin';
import type { Elements } from '../../app/elements';
import type { SiteRecord } from '../../dataProvider/sites';
import { useStaffT } from '../../i18n/useStaffT';
import { AddSiteForm } from './AddSiteForm';
import styles from './SiteManager.module.css';
import { SiteManagementProvider } from './siteManagement';
import { SiteRow } from './SiteRow';
import type { SiteFilter, SiteManagement } from './useSiteManager';

interface Props {
  readonly management: SiteManagement;
  /** Replaces the list of the rows, on a page; each site of the page is in ListContext. */
  readonly table?: Elements;
}

/** Adds, finds, renames and deletes sites (spec section 2, "Add Site modal"): the content of dialog and page. */
export function SiteManager({ management, table }: Props) {
  const t = useStaffT();
  const section = useRef<HTMLElement>(null);
  const { add, can, list } = management;

  const turnPage = (page: number) => {
    list.setPage(page);
    section.current?.scrollIntoView?.({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  };

  const pages = <Pagination label="sites.pages" />;
  if (can.isPending) return null;
  return (
    <ListContextProvider value={{ ...list, setPage: turnPage }}>
      <SiteManagementProvider value={management}>
        <div className={styles.manager}>
          <div className={styles.tools}>
            {table && <SiteSearch />}
            {can.create && <AddSiteForm add={add} />}
            {!table && <SiteSearch />}
          </div>
          <section ref={section} tabIndex={-1} aria-label={t('sites.list')} className={styles.part}>
            {can.edit && <SameNames groups={management.sameNames} />}
            <ListView
              messages={{ loadFailed: 'sites.loadFailed', stale: 'sites.rowsKept' }}
              empty={emptyState}
            >
              {table ?? <SiteRows />}
            </ListView>
            {table ? <ListFooter>{pages}</ListFooter> : pages}
          </section>
        </div>
      </SiteManagementProvider>
    </ListContextProvider>
  );
}

/** The sites as a list. */
function SiteRows() {
  const t = useStaffT();
  const { data, page } = useListContext<SiteRecord>();
  return (
    // The key scrolls another page to its top.
    <ul key={page} aria-label={t('sites.title')} className={styles.rows}>
      {data?.map((site) => (
        <RecordContextProvider key={site.id} value={site}>
          <SiteRow />
        </RecordContextProvider>
      ))}
    </ul>
  );
}

/** Shows the groups of sites with the same name. Referral Desk does not merge them. */
function SameNames({ groups }: { groups: SiteManagement['sameNames'] }) {
  const t = useStaffT();
  if (groups.length === 0) return null;
  return (
    <div className={styles.sameNames}>
      <p>{t('sites.sameNames')}</p>
      <ul>
        {groups.map((group) => (
          <li key={group[0]?.id}>
            {group.map(({ id, name }) => (
              <bdi key={id}>{`“${name}”`}</bdi>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

const searchText = ({ filterValues }: ListControllerResult) =>
  (filterValues as SiteFilter).name ?? '';

function emptyState(list: ListControllerResult): EmptyState {
  return searchText(list).trim() === ''
    ? { title: 'sites.empty', hint: 'sites.emptyHint' }
    : { title: 'sites.noMatch', clear: 'sites.showAll' };
}

/** Filters the sites while a name is typed, and says how many there are; Escape clears it. */
function SiteSearch() {
  const t = useStaffT();
  const id = useId();
  const list = useListContext<SiteRecord>();
  const text = searchText(list);
  const search = (name: string) => list.setFilters({ name } satisfies SiteFilter);
  const isCounted = list.data !== undefined && text.trim() !== '';
  return (
    <>
      {isCounted && <p className="paper-only">{t('referralFilters.active', { filters: text })}</p>}
      <div role="search" className={styles.search}>
        <div className={styles.searchHead}>
          <label htmlFor={id} className={styles.label}>
            {t('sites.search')}
          </label>
          <p role="status" className={styles.found}>
            {isCounted && t('sites.found', { smart_count: list.total })}
          </p>
        </div>
        <SearchInput id={id} value={text} onChange={search} />
      </div>
    </>
  );
}
