/** Reads a list in the order of the sites' names: goes from site to site, only until the page is full. */
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
  readonly isEachRead: boolean;
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
  return sql`place_name ${direction}, place ${direction}, ${orderRange(order)}`;
};

/**
 * Reads sites in the order of their names, each as far as the page needs.
 * @param start where to start within a site
 */
function readSites(list: SiteList, where: SQL | undefined, start?: Start): SQL {
  const { filter, order, kinds, take, isEachRead } = list;
  const after = start && isAfterInRange(rangeTerms(order), start);
  const range: RangeOrder = { key: sql`${referral.entry_date}`, direction: 'desc' };
  const atSite = matchingRows(
    { ...kinds, is: and(sql`${referral.site_id} = place`, kinds.is, after) },
    {
      where: and(
        filter.where,
        filter.search?.condition,
        filter.owner && isOnTab({ ...filter, status: undefined }),
      ),
      order: range,
      take,
      isEachRead,
    },
  );
  const rows = kinds.from
    ? sql`select * from (${atSite}) kinds order by ${orderRange(order)} limit ${take}`
    : atSite;
  return sql`
    select r.id, r.sort_key, place_name, place
    from (select ${site.id} as place, ${siteName} as place_name from ${site} where ${where ?? sql`true`}) places
      cross join lateral (${rows}) r
    order by ${listOrder(order)} limit ${take}`;
}

/** Reads the rows of an account, which are few, and sorts them. */
function readRows({ filter, order, start, take }: SiteList, isTheirs: SQL | undefined): SQL {
  const terms = sortTerms(order);
  return sql`
    select ${referral.id}, ${referral.entry_date} as sort_key, ${siteName} as place_name, ${site.id} as place
    from ${referral} join ${site} on ${site.id} = ${referral.site_id}
    where ${and(isLive, isTheirs, filter.where, filter.search?.condition, start && isAfter(terms, start))}
    order by ${orderBy(terms)} limit ${take}`;
}
