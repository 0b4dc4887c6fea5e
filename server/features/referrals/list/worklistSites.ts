/** Reads the worklist in the order of the sites' names: goes from site to site, only until the page is full. */
import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { isAnyOf, isEmpty, type Parameter } from '../../../db/statements/parameters';
import { referral, site } from '../../../db/schema';
import type { WindowParameters } from './page';
import { type IndexRanges, matchingRows, type RangeOrder } from './ranges';
import { isLive, isOwn, scopeCondition, type ScopeParameters } from '../visibility';
import { isOnTab, type WorklistFilter } from './worklistFilters';
import {
  type Cursor,
  isAfter,
  isAfterInRange,
  orderBy,
  orderRange,
  rangeTerms,
  siteName,
  siteTerms,
  sortTerms,
  type Term,
  type WorklistOrder,
} from './worklistOrders';

interface SitePart {
  readonly filter: WorklistFilter<ScopeParameters>;
  readonly order: WorklistOrder;
  readonly cursor: Cursor | undefined;
  readonly window: WindowParameters;
  /** The index ranges at each site. */
  readonly kinds: IndexRanges;
  readonly take: Parameter<number>;
  readonly rowLimit: number | undefined;
}

/** Builds the query for the ids of a page in list order. */
export function buildSitePart(part: SitePart): SQL {
  const { filter, order, cursor, window } = part;
  const { scope, owner } = filter;
  const reads: SQL[] = [];
  if (owner && owner.id !== null) {
    reads.push(readRows(part, and(isOnTab(filter), scopeCondition(scope))));
  } else {
    const isVisible = scope === 'all' ? undefined : isAnyOf(site.id, scope.siteIds);
    if (scope === 'all' || !isEmpty(scope.siteIds)) {
      const terms = siteTerms(order);
      if (cursor) reads.push(readSites(part, and(isVisible, eq(site.id, cursor.siteId)), cursor));
      reads.push(readSites(part, and(isVisible, cursor && isAfterInRange(terms, cursor))));
    }
    if (scope !== 'all' && scope.accountId !== undefined) {
      const { accountId, siteIds } = scope;
      const isElsewhere = isEmpty(siteIds) ? undefined : not(isAnyOf(referral.site_id, siteIds));
      reads.push(readRows(part, and(isOnTab(filter), isOwn(accountId), isElsewhere)));
    }
  }
  const union = sql.join(
    reads.map((read) => sql`(${read})`),
    sql` union all `,
  );
  return sql`select id from (${union}) part order by ${listOrder(order)}
    limit ${window.size} offset ${window.offset}`;
}

const listOrder = (order: WorklistOrder): SQL => {
  const direction = sql.raw(order.direction);
  return sql`place_name ${direction}, place ${direction}, ${orderRange(order)}`;
};

/**
 * Reads sites in the order of their names, each as far as the page needs.
 * @param cursor where to start within a site
 */
function readSites(part: SitePart, where: SQL | undefined, cursor?: Cursor): SQL {
  const { filter, order, kinds, take, rowLimit } = part;
  const after = cursor && isAfterInRange(rangeTerms(order), cursor);
  const range: RangeOrder = { key: sql`${referral.entry_date}`, direction: 'desc' };
  const atSite = matchingRows(
    { ...kinds, is: and(sql`${referral.site_id} = place`, kinds.is, after) },
    {
      where: and(filter.where, filter.owner && isOnTab({ ...filter, status: undefined })),
      order: range,
      take,
      rowLimit,
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
function readRows({ filter, order, cursor, take }: SitePart, isTheirs: SQL | undefined): SQL {
  const terms: readonly Term[] = sortTerms(order);
  return sql`
    select ${referral.id}, ${referral.entry_date} as sort_key, ${siteName} as place_name, ${site.id} as place
    from ${referral} join ${site} on ${site.id} = ${referral.site_id}
    where ${and(isLive, isTheirs, filter.where, cursor && isAfter(terms, cursor))}
    order by ${orderBy(terms)} limit ${take}`;
}
