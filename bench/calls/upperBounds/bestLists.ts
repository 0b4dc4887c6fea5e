/** The lists of the cases: their rows, and the index ranges that have them in order. */
import { REFERRAL_STATUSES, SEXES } from '../../../contract/constants';
import { type ListQuery, quoteAll } from './bestStatements';

type List = Omit<ListQuery, 'page' | 'size'>;

/** @param siteIds those of the manager */
export function createLists(siteIds: readonly string[]) {
  const sites = `unnest(array[${quoteAll(siteIds)}]) listed_site`;
  const statuses = `unnest(array[${quoteAll(REFERRAL_STATUSES)}]) listed_status`;
  const sexes = `unnest(array[${quoteAll(SEXES)}]) listed_sex`;
  const isAtSite = 'site_id = listed_site';
  const atSites = `site_id in (${quoteAll(siteIds)})`;
  const isPending = "status = 'Pending' and sex = listed_sex";
  const hasStatus = 'status = listed_status';
  const oldest = { key: 'entry_date', direction: 'asc' } as const;
  const byName = { key: 'name_sorted', direction: 'asc' } as const;
  return {
    head: { counted: [''] },
    manager: { where: atSites, ranges: { from: sites, is: isAtSite }, counted: siteIds },
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
    },
    waitingAtSites: {
      where: `${atSites} and status = 'Pending'`,
      ranges: { from: `${sites} cross join ${sexes}`, is: `${isAtSite} and ${isPending}` },
      order: oldest,
      counted: siteIds.map((id) => `${id} Pending`),
    },
    byName: { ranges: { from: statuses, is: hasStatus }, order: byName, counted: [''] },
    byNameAtSites: {
      ranges: { from: `${sites} cross join ${statuses}`, is: `${isAtSite} and ${hasStatus}` },
      order: byName,
      counted: siteIds,
    },
    ofNobody: {
      ranges: { from: statuses, is: `${hasStatus} and owner_id is null` },
      order: byName,
      counted: ['nobody'],
    },
  } satisfies Record<string, List>;
}
