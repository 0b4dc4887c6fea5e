/** Translates the query of the worklist to conditions. */
import { and, arrayContains, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { OWNER_FILTERS, type ReferralStatus, type Sex } from '../../../../contract/constants';
import type { WorklistQuery } from '../../../../contract/entities/worklist';
import type { Database } from '../../../db/database';
import { type Parameter, textArray } from '../../../db/statements/parameters';
import { referral } from '../../../db/schema';
import { type Expected, readFilters } from './filters';
import { buildQuickSearch } from './quickSearch';
import type { Scope, ScopeParameters } from '../visibility';

/** What to list, without its order. */
export interface WorklistFilter<OfScope extends ScopeParameters = Scope> {
  /** The caller's scope, narrowed to the site asked for. */
  readonly scope: OfScope;
  /** The conditions beyond the scope, except status and owner: those vary among the tabs. */
  readonly where: SQL | undefined;
  /** The conditions of `where` that the counters cover. */
  readonly kind: { readonly sex?: Sex; readonly isGuest?: true };
  /** Whether `where` has conditions beyond `kind`: only a scan can tell the total. */
  readonly isSearch: boolean;
  readonly expected: Expected;
  readonly status: ReferralStatus | undefined;
  readonly owner: Owner | undefined;
}
/** An account's id, or null for nobody. */
type Owner = { readonly id: Parameter<string> | null };

const toOwner = (owner: string, me: string): Owner => {
  if (owner === OWNER_FILTERS.nobody) return { id: null };
  return { id: owner === OWNER_FILTERS.mine ? me : owner };
};

/**
 * Returns null if nothing can match.
 * @param me the caller's account
 */
export async function readWorklistFilter(
  db: Database,
  me: string,
  fullScope: Scope,
  query: WorklistQuery,
): Promise<WorklistFilter | null> {
  const { q, site: siteId, substance, from, to, referral_status: status, gender: sex } = query;
  const bar = await readFilters(db, { ...query, referral_status: undefined });
  const quick = q ? await buildQuickSearch(db, q) : undefined;
  if (!bar || quick === null) return null;
  const scope = siteId === undefined ? fullScope : narrowToSite(fullScope, siteId);
  const isOwnOnly = scope !== 'all' && scope.siteIds.length === 0;
  const narrowing = and(
    substance === undefined ? undefined : arrayContains(referral.substance, [substance]),
    from === undefined ? undefined : gte(referral.entry_date, toInstant(from)),
    to === undefined ? undefined : lt(referral.entry_date, toInstant(to)),
  );
  const where = and(
    bar.where,
    quick?.condition,
    narrowing,
    siteId !== undefined && isOwnOnly ? eq(referral.site_id, siteId) : undefined,
  );
  const expectations = [
    ...(bar.isSearch ? [bar.expected] : []),
    ...(quick ? [quick.expected] : []),
  ];
  const isMany = !narrowing && expectations.every((expected) => expected === 'many');
  return {
    scope,
    where,
    kind: { ...(sex && { sex }), ...(bar.kind.isGuest && { isGuest: true }) },
    isSearch: !!narrowing || expectations.length > 0,
    expected: expectations.includes('few') ? 'few' : isMany ? 'many' : 'unknown',
    status,
    owner: query.owner === undefined ? undefined : toOwner(query.owner, me),
  };
}

/** Within a scope, the referrals of one site. Whoever sees the whole site sees their own there, too. */
function narrowToSite(scope: Scope, siteId: string): Scope {
  const seesSite = scope === 'all' || scope.siteIds.includes(siteId);
  return seesSite
    ? { accountId: undefined, siteIds: [siteId] }
    : { accountId: scope.accountId, siteIds: [] };
}

/** As a number of seconds, because the database does not read every year that a date of JavaScript can have. */
const toInstant = (iso: string): SQL =>
  sql`to_timestamp(${Date.parse(iso) / MILLISECONDS}::double precision)`;
const MILLISECONDS = 1_000;

/** Condition: owned by the account, or by nobody. */
export function isOwnedBy({ id }: Owner): SQL {
  return id === null ? isNull(referral.owner_id) : eq(referral.owner_id, id);
}

/** Condition: the status and the owner asked for; undefined if neither is. */
export const isOnTab = ({
  status,
  owner,
}: Pick<WorklistFilter, 'status' | 'owner'>): SQL | undefined =>
  and(
    status === undefined ? undefined : hasStatus([status]),
    owner === undefined ? undefined : isOwnedBy(owner),
  );

/** Condition: has one of the statuses. */
export const hasStatus = (statuses: readonly ReferralStatus[]): SQL =>
  sql`${referral.status} = any(${textArray(statuses)})`;
