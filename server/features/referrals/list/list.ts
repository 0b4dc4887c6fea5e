import { and, sql } from 'drizzle-orm';
import { REFERRAL_STATUSES, SEXES } from '../../../../contract/constants';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import type { CallerStatement, Caller } from '../../access';
import type { Database } from '../../../db/database';
import { oncePerShape } from '../../../db/statements/oncePerShape';
import type { RunRead } from '../../../db/statements/readStatement';
import { referral } from '../../../db/schema';
import type { JsonPage } from '../../../http/page';
import { countOf, countOfHeld, isKind } from './counters';
import { readFilters, type ReferralQuery } from './filters';
import { HELD_COLUMNS } from './json';
import { areWordsCommon, SEARCHED_WORDS, wordsOf } from './names';
import {
  foundStatement,
  pageStatement,
  readByIds,
  readPage,
  rowsOf,
  WINDOW,
  windowOf,
} from './page';
import { isIndexRange, newestRows } from './ranges';
import { CALLER_SCOPES, HAS_CALLER, isHeld, scopeOf } from '../visibility';
import { findPage, rowsByName, newestIds } from './search';

interface Paging {
  /** From 1. */
  readonly page: number;
  /** Rows a page. */
  readonly size: number;
}

/**
 * Lists one page of the referrals that a caller may see, newest first.
 * @param read runs the statement that reads the referrals
 */
export async function listReferrals(
  db: Database,
  read: RunRead,
  caller: Caller,
  { page, size, ...filters }: Paging & ReferralFilters,
): Promise<JsonPage> {
  const query = await readFilters(db, filters);
  if (!query) return readByIds(read, [], 0);
  const scope = scopeOf(caller);
  const window = windowOf({ page, size });
  if (isIndexRange(scope, query)) {
    const rows = rowsOf(newestIds(scope, query, window));
    return readPage(await read(pageStatement(rows, countOf(scope, query.kind))));
  }
  const found = await findPage(db, scope, query, window, async (rows, isShown) => {
    const row = await read(foundStatement(rows, isShown, window, query.hasOnePlan));
    return (row as { is_shown: boolean }).is_shown ? readPage(row) : null;
  });
  if ('itemsJson' in found) return found;
  const { ids, total, more } = found;
  return { ...(await readByIds(read, ids, total)), ...(more && { more }) };
}

/** Lists one page of the referrals held as suspected spam, newest first. */
export async function listHeld(read: RunRead, { page, size }: Paging): Promise<JsonPage> {
  const ids = sql`array(
    select ${referral.id} from ${referral} where ${isHeld}
    order by ${referral.entry_date} desc, ${referral.id} desc limit ${size} offset ${(page - 1) * size})`;
  return readPage(await read(pageStatement(rowsOf(ids), countOfHeld(), HELD_COLUMNS)));
}

/** Counts the referrals that the caller may see. */
export const COUNTS_OF_CALLER: readonly CallerStatement[] = CALLER_SCOPES.map(
  ({ roles, scope }) => ({ roles, statement: { select: sql`${countOf(scope)} as count` } }),
);
export const readCount = (row: unknown): number => (row as { count: number }).count;

const OF_CALLER: ReferralQuery = {
  where: HAS_CALLER,
  kind: {},
  isSearch: false,
  expected: 'many',
  hasOnePlan: true,
};
const PAGES = CALLER_SCOPES.map(({ roles, scope }) => {
  const rows = rowsOf(newestIds(scope, OF_CALLER, WINDOW));
  return { roles, scope, statement: pageStatement(rows, countOf(scope)) };
});
/** The first page of all referrals reads rows directly. Later pages find ids first: skipping is faster in the index alone. */
const FIRST_PAGES = PAGES.map((page) =>
  page.scope === 'all'
    ? { ...page, statement: pageStatement(newestRows(OF_CALLER.where, WINDOW), countOf('all')) }
    : page,
);
/** Lists one page of the referrals that the caller may see, newest first. */
export const pagesOfCaller = ({ page }: Paging): readonly CallerStatement[] =>
  page === 1 ? FIRST_PAGES : PAGES;

const NAME_SEARCHES: readonly CallerStatement[] = CALLER_SCOPES.map(({ roles, scope }) => {
  const { rows, isShown } = rowsByName(scope, OF_CALLER.where, WINDOW);
  const { with: found, select, ...page } = foundStatement(rows, isShown, WINDOW);
  const statement = {
    ...page,
    with: sql`${SEARCHED_WORDS}, ${found}`,
    select: sql`${select}, ${areWordsCommon} as more`,
  };
  return { roles, statement };
});

type KindShape = Record<'status' | 'sex', string | undefined>;

const kindPagesOf = oncePerShape(({ status, sex }: KindShape): readonly CallerStatement[] =>
  CALLER_SCOPES.map(({ roles, scope }) => {
    const kind = { ...(status && { status }), ...(sex && { sex }) };
    const query = { ...OF_CALLER, kind, where: and(OF_CALLER.where, isKind(kind)) };
    const rows = rowsOf(newestIds(scope, query, WINDOW));
    return { roles, statement: pageStatement(rows, countOf(scope, kind)) };
  }),
);

const isOneOf = (list: readonly string[], value: string | undefined) =>
  !value || list.includes(value);

/**
 * Lists one page of the referrals that the caller may see, newest first: of those whose name contains the words, or of those of a status
 * and a sex. They show nothing if they cannot decide the page; there are none for other filters.
 */
export function filteredPagesOfCaller({
  name,
  referral_status: status,
  gender: sex,
  page: _page,
  size: _size,
  ...others
}: Paging & ReferralFilters): readonly CallerStatement[] {
  if (Object.values(others).some(Boolean)) return [];
  if (name?.trim()) return status || sex ? [] : NAME_SEARCHES;
  const isKnown = isOneOf(REFERRAL_STATUSES, status) && isOneOf(SEXES, sex);
  return isKnown && (status || sex) ? kindPagesOf({ status, sex }) : [];
}
/** The values of their placeholders. */
export function filterValues({ name = '', ...page }: Paging & ReferralFilters) {
  const { offset, size, take } = windowOf(page);
  // One row beyond the page shows whether there are more.
  return { offset, size, take: take + 1, ...wordsOf(name) };
}
export function readFiltered(row: unknown): JsonPage {
  const { more } = row as { more?: boolean };
  return { ...readPage(row), ...(more && { more }) };
}
