/** Four processes on one PostgreSQL: what one of them learns the others know, and what all write at once is whole. */
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../server/db/openDatabase';
import { verifyTrail } from '../../server/features/audit/verify';
import { readSettings } from '../../server/settings';
import { createMigrated } from '../support/engines';
import { startGuestLoad } from '../support/guestLoad';
import { folder, needsBuild, send, signIn, storedNames } from '../support/processCalls';
import { makeDataDir, type ServerProcess, startServerProcess } from '../support/serverProcess';
import { SUPERUSER, uniqueEmail } from '../support/world';

const REFERRALS = 400;

needsBuild();

const pairSchema = z.object({ access_token: z.string(), refresh_token: z.string() });
type Pair = z.output<typeof pairSchema>;
type Four = readonly [ServerProcess, ServerProcess, ServerProcess, ServerProcess];

describe('four processes on one PostgreSQL', () => {
  let four: Four;
  let environment: Record<string, string>;

  beforeAll(async () => {
    environment = {
      DATABASE_URL: await createMigrated(),
      JWT_SECRET: 'a secret that several processes share',
      TRUST_PROXY: 'loopback',
    };
    const folders = [1, 2, 3, 4].map(makeDataDir);
    const launch = (index: number) =>
      startServerProcess(folders[index]?.dataDir ?? '', environment);
    // All at once, on an empty database: they take turns to prepare it.
    four = await Promise.all([launch(0), launch(1), launch(2), launch(3)]);
    return async () => {
      await Promise.all(four.map((server) => server.kill()));
      for (const { remove } of folders) remove();
    };
  });

  const begin = async (server: ServerProcess): Promise<Pair> => {
    const { email: username, password } = SUPERUSER;
    return pairSchema.parse((await send(server, '/auth/login', { username, password })).body);
  };
  const refresh = (server: ServerProcess, token: string) =>
    send(server, '/auth/refresh', {}, token);
  const mayCount = async (server: ServerProcess, access: string) => {
    const headers = { authorization: `Bearer ${access}` };
    return (await fetch(`${server.url}/api/referral/count`, { headers })).status;
  };
  const everywhere = (access: string) => Promise.all(four.map((one) => mayCount(one, access)));

  it('made one first super user between them, and print the password of one', async () => {
    const announced = four.filter((server) => server.output().includes('first super user'));
    expect(announced).toHaveLength(1);
    for (const server of four) expect(await signIn(server)).toBeTruthy();
  });

  it('know a session that began with another, go on with it, and end it for all', async () => {
    const [first, second, third, fourth] = four;
    const begun = await begin(first);
    expect(await everywhere(begun.access_token)).toEqual([200, 200, 200, 200]);
    const next = pairSchema.parse((await refresh(second, begun.refresh_token)).body);
    // The same token again, a moment later, elsewhere: a race, answered with the same successor.
    const again = pairSchema.parse((await refresh(third, begun.refresh_token)).body);
    expect(again.refresh_token).toBe(next.refresh_token);
    expect((await send(fourth, '/auth/logout', {}, next.refresh_token)).status).toBe(200);
    expect(await everywhere(begun.access_token)).toEqual([401, 401, 401, 401]);
    for (const server of four) {
      expect((await refresh(server, next.refresh_token)).status).toBe(401);
    }
  });

  it('take a refresh token that comes back elsewhere for stolen, and end its session for all', async () => {
    const [first, second, third, fourth] = four;
    const begun = await begin(first);
    const next = pairSchema.parse((await refresh(second, begun.refresh_token)).body);
    const newest = pairSchema.parse((await refresh(third, next.refresh_token)).body);
    expect((await refresh(fourth, begun.refresh_token)).status).toBe(401);
    expect(await everywhere(newest.access_token)).toEqual([401, 401, 401, 401]);
    expect((await refresh(first, newest.refresh_token)).status).toBe(401);
  });

  it('exchange one token that all four are sent at once for one and the same', async () => {
    const begun = await begin(four[0]);
    const pairs = await Promise.all(four.map((server) => refresh(server, begun.refresh_token)));
    const successors = pairs.map(({ body }) => pairSchema.parse(body).refresh_token);
    expect(new Set(successors).size).toBe(1);
  });

  it('count one address together', async () => {
    const body = () => ({ email: uniqueEmail() });
    const asked = Array.from({ length: 24 }, (_, time) =>
      send(four[time % 4] ?? four[0], '/auth/forgot-password', body()),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  it('keep an audit trail without gaps and every referral once, all four under load', async () => {
    const load = await startGuestLoad(
      four.map(({ url }) => url),
      { name: 'Of four', atOnce: 16 },
    );
    await load.hasFiled(REFERRALS);
    await load.stop();
    expect([...load.refused, ...load.unanswered]).toEqual([]);
    const direct = { DATA_DIR: folder(), ...environment };
    expect(await storedNames(direct)).toEqual(load.acknowledged.toSorted());
    const database = await openDatabase(readSettings(direct));
    const verdict = await verifyTrail(database.db);
    await database.close();
    expect(verdict).toMatchObject({ isIntact: true });
    expect(verdict.isIntact && verdict.head.id).toBeGreaterThan(load.acknowledged.length);
  });
});
