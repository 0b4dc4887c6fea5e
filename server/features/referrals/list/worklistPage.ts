/** Reads a page of the worklist, with the numbers on its tabs. */
import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import { OWNER_FILTERS } from '../../../../contract/constants';
import type { WorklistQuery } from '../../../../contract/entities/worklist';
import type { CallerStatement, Caller } from '../../access';
import type { Database } from '../../../db/database';
import { hiddenText } from '../../../db/statements/parameters';
import { oncePerShape } from '../../../db/statements/oncePerShape';
import type { ReadStatement, RunRead } from '../../../db/statements/readStatement';
import type { JsonPage } from '../../../http/page';
import { isKind } from './counters';
import { pageStatement, readByIds, readPage, rowsOf, WINDOW, windowOf } from './page';
import { CALLER_ID, CALLER_SCOPES, HAS_CALLER } from '../visibility';
import { statusCountSchema, toCounts } from './worklistCounts';
import type { WorklistFilter } from './worklistFilters';
import type { RangeRequest } from './worklistRanges';
import {
  buildCountedPage,
  type CountedPage,
  findWorklistPage,
  type FoundWorklist,
} from './worklist';

type Worklist = JsonPage & Pick<FoundWorklist, 'counts'>;

/**
 * Lists one page of the worklist of a caller.
 * @param read runs the statement that reads the referrals
 */
export async function listWorklist(
  db: Database,
  read: RunRead,
  caller: Caller,
  query: WorklistQuery,
): Promise<Worklist> {
  const found = await findWorklistPage(db, caller, query);
  if ('counted' in found) {
    return readWorklist(await read(countedStatement(found, !hasManyPlans(query.sort))), query);
  }
  const { ids, total, more, counts } = found;
  return { ...(await readByIds(read, ids, total)), counts, ...(more && { more }) };
}

function countedStatement({ counted, ids, total }: CountedPage, hasOnePlan = true): ReadStatement {
  const { select, ...page } = pageStatement(rowsOf(ids), total);
  return {
    ...page,
    with: sql`counted as materialized (${counted}), ${page.with}`,
    select: sql`${select}, (select coalesce(json_agg(counted), '[]') from counted) as counted`,
    hasOnePlan,
  };
}

/** The best plan for the order of sites depends on how many the caller has. */
const hasManyPlans = (sort: WorklistQuery['sort']) => sort === 'site';

const countedSchema = z.object({ counted: z.array(statusCountSchema) });

/** What distinguishes the statements of `worklistsOfCaller`. */
type Shape = Pick<WorklistQuery, 'sort' | 'order' | 'referral_status' | 'gender'> & {
  readonly owner: keyof typeof OWNERS | undefined;
};

const OWNERS = {
  mine: { id: CALLER_ID },
  nobody: { id: null },
  account: { id: hiddenText(sql.placeholder('owner')) },
} satisfies Record<string, WorklistFilter['owner']>;

const statementsOf = oncePerShape(
  ({ sort, order: direction, referral_status: status, gender: sex, owner }: Shape) =>
    CALLER_SCOPES.flatMap(({ roles, scope }) => {
      const kind = { ...(sex && { sex }) };
      const filter: RangeRequest['filter'] = {
        scope,
        where: and(HAS_CALLER, isKind(kind)),
        kind,
        isSearch: false,
        expected: 'many',
        status,
        owner: owner && OWNERS[owner],
      };
      const order = { sort, direction };
      const request = { filter, order, cursor: undefined, window: WINDOW };
      const parts = buildCountedPage(CALLER_ID, request);
      return parts ? [{ roles, statement: countedStatement(parts) }] : [];
    }),
);

/**
 * Lists one page of the worklist that the caller may see, in one statement with the caller. There are none for lists that no index
 * has in their order, or that no counter counts, for those by site, and for pages `after` another.
 */
export function worklistsOfCaller({
  page: _page,
  size: _size,
  sort,
  order,
  referral_status,
  gender,
  owner,
  ...others
}: WorklistQuery): readonly CallerStatement[] {
  if (hasManyPlans(sort) || Object.values(others).some(Boolean)) return [];
  return statementsOf({
    sort,
    order,
    referral_status,
    gender,
    owner: owner === undefined ? undefined : shapeOfOwner(owner),
  });
}

function shapeOfOwner(owner: string): keyof typeof OWNERS {
  if (owner === OWNER_FILTERS.mine) return 'mine';
  return owner === OWNER_FILTERS.nobody ? 'nobody' : 'account';
}

/** The values of their placeholders. */
export const worklistValues = ({ owner, ...paging }: WorklistQuery) => ({
  ...windowOf(paging),
  owner,
});

export function readWorklist(
  row: unknown,
  { referral_status: status }: Pick<WorklistQuery, 'referral_status'>,
): Worklist {
  const { counts } = toCounts(countedSchema.parse(row).counted, status);
  return { ...readPage(row), counts };
}
