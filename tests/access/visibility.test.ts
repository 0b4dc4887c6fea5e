/** For any fixtures, list, filter, count and reading by id contain exactly the referrals the viewer may see (spec section 6). */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGE_SIZE } from '../../contract/staffConstants';
import type { ReferralFilters } from '../../contract/entities/referral';
import { startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import { signIn } from '../support/fixtures';
import { filterPlans, toFilters } from './randomFilters';
import { at, createRandomFixtures, type Filed, type Viewer, fixturePlans } from './randomFixtures';
import { matches, matchesFiled, sees } from './visibilityOracle';

/** A fixed seed draws the same fixtures each time; fast-check prints seed and path of a failing run. */
const RUNS = { seed: 20_261_120, numRuns: 20, endOnFailure: true };

/** Milliseconds. The test makes many calls; the limit only ends one that hangs. */
const LIMIT = 300_000;

let server: TestServer;
let superuser: Viewer;

beforeAll(async () => {
  server = await startTestServer();
  const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const found = await server.callOk(
    'searchAccounts',
    { query: { query: SUPERUSER.email } },
    access,
  );
  const { _id: id, fullname } = at(found, 0);
  superuser = {
    id,
    fullname,
    access,
    seesAll: true,
    isInside: true,
    createdReferralsOnly: false,
    sites: [],
  };
});
afterAll(() => server.close());

type Source = 'listReferrals' | 'filterReferrals';
const SIZES = { listReferrals: PAGE_SIZE.mine, filterReferrals: PAGE_SIZE.filtered };

/** Reads all pages of a list; returns the ids, sorted. */
async function readAll(viewer: Viewer, source: Source, filters: ReferralFilters = {}) {
  const size = SIZES[source];
  const ids: string[] = [];
  let pages = 1;
  let total = 0;
  for (let page = 1; page <= pages; page += 1) {
    const query = { ...filters, page, size };
    const answer = await server.callOk(source, { query }, viewer.access);
    ids.push(...answer.items.map((item) => item._id));
    ({ pages, total } = answer);
  }
  expect(total).toBe(ids.length);
  return ids.toSorted();
}

/** Reads each referral by its id; returns the ids of those that were answered, sorted. */
async function readEach({ access }: Viewer, filed: readonly Filed[]) {
  const ids: string[] = [];
  for (const { person } of filed) {
    const answer = await server.call('getReferral', { params: { id: person._id } }, access);
    expect([200, 404]).toContain(answer.status);
    if (answer.status === 200) ids.push(person._id);
  }
  return ids.toSorted();
}

const idsOf = (filed: readonly Filed[]) => filed.map(({ person }) => person._id).toSorted();

it(
  'shows each viewer exactly the referrals they may see, in list, filter, count and by id',
  async () => {
    const property = fc.asyncProperty(fixturePlans, filterPlans, async (plan, filters) => {
      const { managers, filed } = await createRandomFixtures(server, superuser, plan);
      for (const viewer of [...managers, superuser]) {
        const visible = filed.filter((referral) => sees(viewer, referral));
        expect(await readAll(viewer, 'listReferrals')).toEqual(idsOf(visible));
        expect(await readAll(viewer, 'filterReferrals')).toEqual(idsOf(visible));
        const { count } = await server.callOk('countReferrals', {}, viewer.access);
        expect(count).toBe(visible.length);
        // All that are out of sight, and one that is visible: reading each one doubles the duration.
        const [first] = visible;
        const read = filed.filter((referral) => referral === first || !visible.includes(referral));
        expect(await readEach(viewer, read)).toEqual(
          idsOf(first && viewer.isInside ? [first] : []),
        );

        for (const filter of filters.map((drawn) => toFilters(drawn, filed))) {
          const found = await readAll(viewer, 'filterReferrals', filter);
          const isMatch = viewer.isInside ? matches : matchesFiled;
          const expected = visible.filter((referral) => isMatch(referral, filter));
          expect({ filter, found }).toEqual({ filter, found: idsOf(expected) });
        }
      }
    });
    await fc.assert(property, RUNS);
  },
  LIMIT,
);
