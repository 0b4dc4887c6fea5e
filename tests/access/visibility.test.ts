/** In any world, list, filter and count hold the same referrals: those the viewer may see (spec section 6), and no others. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGE_SIZE } from '../../contract/constants';
import type { ReferralFilters } from '../../contract/entities/referral';
import { startTestServer, type TestServer } from '../support/testServer';
import { signIn, SUPERUSER } from '../support/world';
import { filterPlans, toFilters } from './randomFilters';
import { at, buildWorld, type Filed, type Viewer, worldPlans } from './randomWorld';
import { matches, sees } from './visibilityOracle';

/** The same worlds each time; fast-check names seed and path of the one that fails. */
const RUNS = { seed: 20_261_120, numRuns: 20, endOnFailure: true };

/** In milliseconds: many calls, of which only what hangs is to be ended. */
const LIMIT = 300_000;

let server: TestServer;
let head: Viewer;

beforeAll(async () => {
  server = await startTestServer();
  const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const found = await server.done('searchAccounts', { query: { query: SUPERUSER.email } }, access);
  const { _id: id, fullname } = at(found, 0);
  head = { id, fullname, access, seesAll: true, createdReferralsOnly: false, sites: [] };
});
afterAll(() => server.close());

type Source = 'listReferrals' | 'filterReferrals';
const SIZES = { listReferrals: PAGE_SIZE.mine, filterReferrals: PAGE_SIZE.filtered };

/** The ids on all pages of a list, one after the other. */
async function readAll(viewer: Viewer, source: Source, filters: ReferralFilters = {}) {
  const size = SIZES[source];
  const ids: string[] = [];
  let pages = 1;
  let total = 0;
  for (let page = 1; page <= pages; page += 1) {
    const query = { ...filters, page, size };
    const answer = await server.done(source, { query }, viewer.access);
    ids.push(...answer.items.map((item) => item._id));
    ({ pages, total } = answer);
  }
  expect(total).toBe(ids.length);
  return ids.toSorted();
}

const idsOf = (filed: readonly Filed[]) => filed.map(({ person }) => person._id).toSorted();

it(
  'shows each viewer the referrals they may see, in list, filter and count alike',
  async () => {
    const property = fc.asyncProperty(worldPlans, filterPlans, async (plan, filters) => {
      const { managers, filed } = await buildWorld(server, head, plan);
      for (const viewer of [...managers, head]) {
        const visible = filed.filter((referral) => sees(viewer, referral));
        expect(await readAll(viewer, 'listReferrals')).toEqual(idsOf(visible));
        expect(await readAll(viewer, 'filterReferrals')).toEqual(idsOf(visible));
        const { count } = await server.done('countReferrals', {}, viewer.access);
        expect(count).toBe(visible.length);

        for (const filter of filters.map((drawn) => toFilters(drawn, filed))) {
          const found = await readAll(viewer, 'filterReferrals', filter);
          const expected = visible.filter((referral) => matches(referral, filter));
          expect({ filter, found }).toEqual({ filter, found: idsOf(expected) });
        }
      }
    });
    await fc.assert(property, RUNS);
  },
  LIMIT,
);
