/** The lists of the cases: their rows, and the index ranges that have them in order. */
import { SEXES } from '../../../contract/constants';
import { OPEN_STATUSES, REFERRAL_STATUSES } from '../../../contract/staffConstants';
import { type ListQuery, quoteAll, type Tabs } from './bestStatements';

type List = Omit<ListQuery, 'page' | 'size'>;

/**
 * The kinds of `bench_count` for the tabs of a list.
 * @param siteIds the sites of the list; [''] for all
 * @param status the requested status
 */
const tabsAt = (siteIds: readonly string[], status = '', owner = ''): Tabs => {
  const kinds = (...parts: string[]) =>
    siteIds.map((id) => [id, ...parts].filter(Boolean).join(' '));
  return {
    all: kinds(owner),
    ofStatus: (one) => kinds(one, owner),
    ofNobody: kinds(status, 'nobody'),
  };
};

/**
 * @param siteIds those of the manager
 * @param firstSiteId the first site by name, which fills a page
 */
export function createLists(siteIds: readonly string[], firstSiteId: string) {
  const sites = `unnest(array[${quoteAll(siteIds)}]) listed_site`;
  const statuses = `unnest(array[${quoteAll(REFERRAL_STATUSES)}]) listed_status`;
  const sexes = `unnest(array[${quoteAll(SEXES)}]) listed_sex`;
  const isAtSite = 'site_id = listed_site';
  const atSites = `site_id in (${quoteAll(siteIds)})`;
  const isPending = "status = 'Pending' and sex = listed_sex";
  const hasStatus = 'status = listed_status';
  const oldest = { key: 'entry_date', direction: 'asc' } as const;
  const byName = { key: 'name_sorted', direction: 'asc' } as const;
  const all = tabsAt(['']);
  const atManagers = tabsAt(siteIds);
  return {
    superuser: { counted: [''], tabs: all },
    manager: {
      where: atSites,
      ranges: { from: sites, is: isAtSite },
      counted: siteIds,
      tabs: atManagers,
    },
    processed: {
      where: "status = 'Processed'",
      ranges: { from: sexes, is: "status = 'Processed' and sex = listed_sex" },
      counted: ['Processed'],
    },
    waiting: {
      where: "status = 'Pending'",
      ranges: { from: sexes, is: isPending },
      order: oldest,
      counted: ['Pending'],
      tabs: tabsAt([''], 'Pending'),
    },
    waitingAtSites: {
      where: `${atSites} and status = 'Pending'`,
      ranges: { from: `${sites} cross join ${sexes}`, is: `${isAtSite} and ${isPending}` },
      order: oldest,
      counted: siteIds.map((id) => `${id} Pending`),
      tabs: tabsAt(siteIds, 'Pending'),
    },
    waitingInAll: {
      where: `status in (${quoteAll(OPEN_STATUSES)})`,
      ranges: {
        from: `unnest(array[${quoteAll(OPEN_STATUSES)}]) listed_status cross join ${sexes}`,
        is: `${hasStatus} and sex = listed_sex`,
      },
      order: oldest,
      counted: [''],
      tabs: all,
    },
    bySite: {
      where: `site_id = ${quoteAll([firstSiteId])}`,
      counted: [''],
      tabs: all,
    },
    atSite: {
      where: `site_id = ${quoteAll(siteIds.slice(0, 1))}`,
      counted: siteIds.slice(0, 1),
      tabs: tabsAt(siteIds.slice(0, 1)),
    },
    byName: { ranges: { from: statuses, is: hasStatus }, order: byName, counted: [''], tabs: all },
    byNameAtSites: {
      ranges: { from: `${sites} cross join ${statuses}`, is: `${isAtSite} and ${hasStatus}` },
      order: byName,
      counted: siteIds,
      tabs: atManagers,
    },
    ofNobody: {
      ranges: { from: statuses, is: `${hasStatus} and owner_id is null` },
      order: byName,
      counted: ['nobody'],
      tabs: tabsAt([''], '', 'nobody'),
    },
  } satisfies Record<string, List>;
}
