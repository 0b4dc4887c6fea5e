/** Reads a list in the order of the sites' names: site by site, until the page is full. */
import { and, not, type SQL, sql } from 'drizzle-orm';
import { referral, site } from '../../../db/schema';
import { isAnyOf, isEmpty } from '../../../db/statements/parameters';
import { isLive, isOwn, scopeCondition } from '../visibility';
import { type Filter, isOnTab } from './filters';
import {
  isAfter,
  isAfterInRange,
  isStartSite,
  type ListOrder,
  orderBy,
  orderRange,
  type RangeOrder,
  rangeTerms,
  siteName,
  siteTerms,
  sortTerms,
  type Start,
} from './order';
import { type IndexRanges, matchingRows } from './ranges';

interface SiteList {
  readonly filter: Filter;
  readonly order: ListOrder;
  readonly start: Start | undefined;
  /** The index ranges at each site. */
  readonly kinds: IndexRanges;
  readonly take: SQL;
  readonly isOrderedScan: boolean;
}

/** Selects the first ids in list order. */
export function selectBySite(list: SiteList): SQL {
  const { filter, order, start, take } = list;
  const { scope, owner } = filter;
  const reads: SQL[] = [];
  if (owner && owner.id !== null) {
    reads.push(readRows(list, and(isOnTab(filter), scopeCondition(scope))));
  } else {
    const isVisible = scope === 'all' ? undefined : isAnyOf(site.id, scope.siteIds);
    if (scope === 'all' || !isEmpty(scope.siteIds)) {
      const terms = siteTerms(order);
      if (start) reads.push(readSites(list, and(isVisible, isStartSite), start));
      reads.push(readSites(list, and(isVisible, start && isAfterInRange(terms, start))));
    }
    if (scope !== 'all' && scope.accountId !== undefined) {
      const { accountId, siteIds } = scope;
      const isElsewhere = isEmpty(siteIds) ? undefined : not(isAnyOf(referral.site_id, siteIds));
      reads.push(readRows(list, and(isOnTab(filter), isOwn(accountId), isElsewhere)));
    }
  }
  const union = sql.join(
    reads.map((read) => sql`(${read})`),
    sql` union all `,
  );
  return sql`select id from (${union}) part order by ${listOrder(order)}
    limit ${take}`;
}

const listOrder = (order: ListOrder): SQL => {
  const direction = sql.raw(order.direction);
  return sql`listed_site_name ${direction}, listed_site ${direction}, ${orderRange(order)}`;
};

/**
 * Reads sites in the order of their names, each as far as the page needs.
 * @param start where to start within a site
 */
function readSites(list: SiteList, where: SQL | undefined, start?: Start): SQL {
  const { filter, order, kinds, take, isOrderedScan } = list;
  const after = start && isAfterInRange(rangeTerms(order), start);
  const range: RangeOrder = { key: sql`${referral.entry_date}`, direction: 'desc' };
  const atSite = matchingRows(
    { ...kinds, condition: and(sql`${referral.site_id} = listed_site`, kinds.condition, after) },
    {
      where: and(
        filter.where,
        filter.search?.condition,
        filter.owner && isOnTab({ ...filter, status: undefined }),
      ),
      order: range,
      take,
      isOrderedScan,
    },
  );
  const rows = kinds.from
    ? sql`select * from (${atSite}) kinds order by ${orderRange(order)} limit ${take}`
    : atSite;
  return sql`
    select r.id, r.sort_key, listed_site_name, listed_site
    from (select ${site.id} as listed_site, ${siteName} as listed_site_name from ${site} where ${where ?? sql`true`}) sites
      cross join lateral (${rows}) r
    order by ${listOrder(order)} limit ${take}`;
}

/** Reads and sorts the rows of one account, which are few. */
function readRows({ filter, order, start, take }: SiteList, isTheirs: SQL | undefined): SQL {
  const terms = sortTerms(order);
  return sql`
    select ${referral.id}, ${referral.entry_date} as sort_key, ${siteName} as listed_site_name, ${site.id} as listed_site
    from ${filter.owner?.several?.rows ?? referral} join ${site} on ${site.id} = ${referral.site_id}
    where ${and(isLive, isTheirs, filter.where, filter.search?.condition, start && isAfter(terms, start))}
    order by ${orderBy(terms)} limit ${take}`;
}
