/** A request that is sent repeatedly, concurrently, to several processes or to a process that is killed, adds a record once. */
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMigratedDatabase } from '../support/engines';
import { thorough } from '../support/exhaustive';
import { requireBuild, startServer as startIn } from '../support/processCalls';
import { makeDataDir, type ServerProcess } from '../support/serverProcess';
import { SUPERUSER } from '../support/superuser';
import { referralBody, unique } from '../support/fixtures';

const JWT_SECRET = 'a secret that several processes share';
const CONCURRENT = 8;
const ROUNDS = thorough(6, 20);
const KILLS = thorough(1, 3);

requireBuild();

const start = (dataDir: string, settings: Record<string, string>) =>
  startIn(dataDir, { JWT_SECRET, TRUST_PROXY: '1', ...settings });

interface Sent {
  readonly body: object;
  readonly key?: string;
  /** The visitor's address, as a proxy forwards it. */
  readonly from?: string;
  readonly bearer?: string;
}

/** Returns status, Retry-After and text, or null without a response. */
async function send({ url }: ServerProcess, path: string, { body, key, from, bearer }: Sent) {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
      ...(from && { 'x-forwarded-for': from }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  if (!answer || text == null) return null;
  return { status: answer.status, wait: answer.headers.get('retry-after'), text };
}

async function signIn({ url }: ServerProcess): Promise<string> {
  const form = { username: SUPERUSER.email, password: SUPERUSER.password };
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function findSite({ url }: ServerProcess): Promise<string> {
  const sites = (await (await fetch(`${url}/api/sites/all`)).json()) as { _id: string }[];
  return sites[0]?._id ?? '';
}

/** Counts the referrals of each last name. */
async function countByName(server: ServerProcess, names: readonly string[]) {
  const bearer = await signIn(server);
  const counts: Record<string, number> = {};
  for (const name of names) {
    const answer = await fetch(
      `${server.url}/api/referral/filtered?name=${encodeURIComponent(name)}`,
      { headers: { authorization: `Bearer ${bearer}` } },
    );
    const { items } = (await answer.json()) as { items: { last_name: string }[] };
    counts[name] = items.filter((item) => item.last_name === name).length;
  }
  return counts;
}

/** Counts the connections that wait for a lock. */
async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

const once = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));

describe('two processes on one PostgreSQL', () => {
  it(`carry out one of ${CONCURRENT} identical concurrent requests, with or without a key, ${ROUNDS} times`, async () => {
    const DATABASE_URL = await createMigratedDatabase();
    const { dataDir, remove } = makeDataDir();
    onTestFinished(remove);
    const servers = [
      await start(dataDir, { DATABASE_URL }),
      await start(dataDir, { DATABASE_URL }),
    ];
    const [first] = servers as [ServerProcess];
    const bearer = await signIn(first);
    const site = await findSite(first);
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    onTestFinished(() => client.end());
    const names: string[] = [];
    let conflicts = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = referralBody(site, { last_name: unique('Raced') });
      names.push(body.last_name);
      const isGuest = round % 4 < 2;
      const sent: Sent = {
        body,
        ...(isGuest ? { from: `198.51.100.${round}` } : { bearer }),
        ...(round % 2 === 0 && { key: crypto.randomUUID() }),
      };
      const path = isGuest ? '/referral/guest/add' : '/referral/add';
      // The first waits for its audit entry until the others have come, so that they overlap.
      await client.query('begin');
      await client.query('select 1 from audit_head for update');
      const sending = Array.from({ length: CONCURRENT }, (_, at) =>
        send(servers[at % servers.length] ?? first, path, sent),
      );
      if (sent.key) await Promise.race(sending);
      else await expect.poll(() => countWaiting(client), { timeout: 30_000 }).toBeGreaterThan(1);
      await client.query('commit');
      const answers = await Promise.all(sending);
      const done = answers.filter((answer) => answer?.status === 200);
      const conflicting = answers.filter((answer) => answer?.status === 409 && answer.wait === '1');
      expect({ round, answered: done.length + conflicting.length }).toEqual({
        round,
        answered: CONCURRENT,
      });
      expect(new Set(done.map((answer) => answer?.text)).size).toBe(1);
      if (!sent.key) expect(conflicting).toEqual([]);
      conflicts += conflicting.length;
      expect((await send(first, path, sent))?.text).toBe(done[0]?.text);
    }
    expect(conflicts).toBeGreaterThan(0);
    expect(await countByName(first, names)).toEqual(once(names));
    const { rows } = await client.query(
      `select count(*)::int as entries from audit_event where outcome = 'done' and action in ('addReferral', 'addGuestReferral')`,
    );
    expect(rows).toEqual([{ entries: ROUNDS }]);
  });
});

describe.each([
  { engine: 'PGlite', settings: async () => ({}) },
  {
    engine: 'PostgreSQL',
    settings: async () => ({ DATABASE_URL: await createMigratedDatabase() }),
  },
])('a server on $engine that is killed while it receives referrals', ({ settings }) => {
  it('has each referral once after all are sent again with their keys', async () => {
    const { dataDir, remove } = makeDataDir();
    onTestFinished(remove);
    const environment = await settings();
    let server = await start(dataDir, environment);
    const names: string[] = [];
    let acknowledged = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const site = await findSite(server);
      const all = Array.from({ length: 20 }, (_, at): Sent & { name: string } => {
        const body = referralBody(site, { last_name: unique('Cut') });
        return {
          name: body.last_name,
          body,
          key: crypto.randomUUID(),
          from: `203.0.113.${names.length + at}`,
        };
      });
      names.push(...all.map(({ name }) => name));
      const running = server;
      let left = 3 * (round + 1);
      const tries = await Promise.all(
        all.map(async (sent) => {
          const answer = await send(running, '/referral/guest/add', sent);
          if (answer?.status === 200) acknowledged += 1;
          left -= 1;
          if (left === 0) await running.kill();
          return answer;
        }),
      );
      // Otherwise, the kill came too late to interrupt a request.
      expect(tries).toContain(null);
      server = await start(dataDir, environment);
      for (const sent of all) {
        const again = await send(server, '/referral/guest/add', sent);
        expect(again).toMatchObject({ status: 200 });
      }
    }
    expect(acknowledged).toBeGreaterThan(0);
    expect(await countByName(server, names)).toEqual(once(names));
  });
});
