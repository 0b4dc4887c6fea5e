/** A super user who adds an account can name fixed sites, which are added when they are first used. */
import { and, arrayContains, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SITE_REFUSALS } from '../../contract/staffConstants';
import { account_site, audit_event, site } from '../../server/db/schema';
import { hashTables } from '../support/databaseState';
import { DEFAULT_ENGINES } from '../support/engines';
import {
  type CallerKind,
  createFixtures,
  type Fixtures,
  PASSWORD,
  unique,
  uniqueEmail,
} from '../support/fixtures';
import { findUnexpectedOutcomes, race, ROUNDS } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';

const ROUND_SITES = Array.from({ length: 2 * Math.max(...Object.values(ROUNDS)) }, (_, round) => [
  `Left ${round}`,
  `Right ${round}`,
]).flat();
const FIXED_SITES = ['Site A', 'Site B', 'Site C', 'Escuela Ávila', 'Gone', ...ROUND_SITES];

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), FIXED_SITES: FIXED_SITES.join(',') });
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  const named = (name: string) => ({ id: name, name });
  const register = (
    schools: readonly { id: string; name: string }[],
    {
      username = uniqueEmail(),
      role = 'MANAGER',
      as = 'superuser',
    }: { username?: string; role?: string; as?: CallerKind } = {},
  ) =>
    server.call(
      'register',
      {
        body: { fullname: unique('New'), username, password: PASSWORD, role, schools, agree: true },
      },
      fixtures.bearer(as),
    );
  const liveSites = async (name: string) =>
    server.db
      .select({ id: site.id, name: site.name })
      .from(site)
      .where(sql`lower(${site.name}) = lower(${name}) and ${site.deleted_at} is null`);
  const schoolsOf = async (username: string) => {
    const query = { query: username };
    const [found] = await server.callOk('searchAccounts', { query }, fixtures.bearer('superuser'));
    return found?.schools;
  };

  it('adds a listed site once, in the spelling of the list, with an audit entry of its own', async () => {
    const username = uniqueEmail();
    const answer = await register([named('site b'), named('SITE B'), named('Site A')], {
      username,
    });
    expect(answer.status).toBe(200);
    const [siteB, ...others] = await liveSites('Site B');
    expect([siteB?.name, others]).toEqual(['Site B', []]);
    const [siteA] = await liveSites('Site A');
    expect(await schoolsOf(username)).toEqual([
      { _id: siteA?.id, name: 'Site A' },
      { _id: siteB?.id, name: 'Site B' },
    ]);
    const entries = await server.db
      .select()
      .from(audit_event)
      .where(
        and(
          eq(audit_event.action, 'addSite'),
          arrayContains(audit_event.record_ids, [siteB?.id ?? '']),
        ),
      );
    const actor_id = fixtures.people.superuser.id;
    expect(entries).toEqual([
      expect.objectContaining({ actor_id, outcome: 'done', record_ids: [siteB?.id] }),
    ]);

    const later = uniqueEmail();
    expect((await register([named('Site B')], { username: later })).status).toBe(200);
    expect(await schoolsOf(later)).toEqual([{ _id: siteB?.id, name: 'Site B' }]);
  });

  it('takes the name of a listed site only without a known id, and does not add a deleted one anew', async () => {
    const username = uniqueEmail();
    await register([{ id: fixtures.sites.own, name: 'Site C' }], { username });
    expect(await liveSites('Site C')).toEqual([]);
    expect(await schoolsOf(username)).toMatchObject([{ _id: fixtures.sites.own }]);

    await register([named('Gone')]);
    const [before] = await liveSites('Gone');
    await server.callOk(
      'deleteSite',
      { body: { id: before?.id ?? '', name: 'Gone' } },
      fixtures.bearer('superuser'),
    );
    expect(await register([named('Gone'), named('Site C')])).toMatchObject({
      status: 409,
      body: { detail: SITE_REFUSALS.nameDeleted },
    });
    expect([await liveSites('Gone'), await liveSites('Site C')]).toEqual([[], []]);
    const body = { id: before?.id ?? '' };
    await server.callOk('restoreSite', { body }, fixtures.bearer('superuser'));
    expect((await register([named('Gone')])).status).toBe(200);
    expect(await liveSites('Gone')).toEqual([before]);
  });

  it('adds nothing for other names, other callers, super users, or a refused account', async () => {
    const before = await hashTables(server.db);
    const unlisted = await register([named('Site C'), named('Site Z')]);
    expect(unlisted).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'schools'] }] },
    });
    for (const as of ['anonymous', 'manager'] as const) {
      expect((await register([named('Site C')], { as })).status).toBe(422);
    }
    const { username } = fixtures.people.manager;
    expect((await register([named('Site C')], { username })).status).toBe(409);
    expect((await register([named('Site C')], { role: 'SUPERUSER' })).status).toBe(200);
    expect((await hashTables(server.db)).site).toBe(before.site);
  });

  it(`adds one site when two accounts name it at once, ${ROUNDS[engine]} times`, async () => {
    const play = async (round: number) => {
      const pair = [named(`Left ${round}`), named(`Right ${round}`)];
      const answers = await race(
        round,
        () => register(pair),
        () => register(pair.toReversed()),
        () =>
          server.call('addSite', { body: { name: `LEFT ${round}` } }, fixtures.bearer('superuser')),
      );
      const [left = { id: '' }, ...more] = await liveSites(`Left ${round}`);
      return {
        statuses: answers.slice(0, 2).map(({ status }) => status),
        hasOne: more.length === 0 && (await liveSites(`Right ${round}`)).length === 1,
        members: await server.db.$count(account_site, eq(account_site.site_id, left.id)),
      };
    };
    const allowed = [{ statuses: [200, 200], hasOne: true, members: 2 }];
    expect(await findUnexpectedOutcomes(ROUNDS[engine], play, allowed)).toEqual({});
  });
});
