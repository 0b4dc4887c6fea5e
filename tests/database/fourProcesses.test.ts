/** Four processes on one PostgreSQL share all state, and their concurrent writes stay complete. */
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../server/db/openDatabase';
import { verifyTrail } from '../../server/features/audit/verify';
import { readSettings } from '../../server/settings/settings';
import { createMigratedDatabase } from '../support/engines';
import { startGuestLoad } from '../support/guestLoad';
import {
  makeTemporaryDataDir,
  requireBuild,
  post,
  signIn,
  findStoredLastNames,
} from '../support/processCalls';
import { makeDataDir, type ServerProcess, startServerProcess } from '../support/serverProcess';
import { SUPERUSER } from '../support/superuser';
import { uniqueEmail } from '../support/fixtures';

const REFERRALS = 400;

requireBuild();

const pairSchema = z.object({ access_token: z.string(), refresh_token: z.string() });
type Pair = z.output<typeof pairSchema>;
type Four = readonly [ServerProcess, ServerProcess, ServerProcess, ServerProcess];

describe('four processes on one PostgreSQL', () => {
  let four: Four;
  let environment: Record<string, string>;

  beforeAll(async () => {
    environment = {
      DATABASE_URL: await createMigratedDatabase(),
      JWT_SECRET: 'a secret that several processes share',
      TRUST_PROXY: 'loopback',
    };
    const folders = [1, 2, 3, 4].map(makeDataDir);
    const launch = (index: number) =>
      startServerProcess(folders[index]?.dataDir ?? '', environment);
    // Concurrently, on an empty database: a lock serialises the bootstrap.
    four = await Promise.all([launch(0), launch(1), launch(2), launch(3)]);
    return async () => {
      await Promise.all(four.map((server) => server.kill()));
      for (const { remove } of folders) remove();
    };
  });

  const startSession = async (server: ServerProcess): Promise<Pair> => {
    const { email: username, password } = SUPERUSER;
    return pairSchema.parse((await post(server, '/auth/login', { username, password })).body);
  };
  const refresh = (server: ServerProcess, token: string) =>
    post(server, '/auth/refresh', {}, token);
  const countStatus = async (server: ServerProcess, access: string) => {
    const headers = { authorization: `Bearer ${access}` };
    return (await fetch(`${server.url}/api/referral/count`, { headers })).status;
  };
  const everywhere = (access: string) => Promise.all(four.map((one) => countStatus(one, access)));

  it('create one first super user and print its password once', async () => {
    const announced = four.filter((server) => server.output().includes('first super user'));
    expect(announced).toHaveLength(1);
    for (const server of four) expect(await signIn(server)).toBeTruthy();
  });

  it('accept, refresh and end sessions that another process started', async () => {
    const [first, second, third, fourth] = four;
    const begun = await startSession(first);
    expect(await everywhere(begun.access_token)).toEqual([200, 200, 200, 200]);
    const next = pairSchema.parse((await refresh(second, begun.refresh_token)).body);
    // The same token a moment later at another process counts as a race: it gets the same successor.
    const again = pairSchema.parse((await refresh(third, begun.refresh_token)).body);
    expect(again.refresh_token).toBe(next.refresh_token);
    expect((await post(fourth, '/auth/logout', {}, next.refresh_token)).status).toBe(200);
    expect(await everywhere(begun.access_token)).toEqual([401, 401, 401, 401]);
    for (const server of four) {
      expect((await refresh(server, next.refresh_token)).status).toBe(401);
    }
  });

  it('treat a reused refresh token as stolen, and end its session in every process', async () => {
    const [first, second, third, fourth] = four;
    const begun = await startSession(first);
    const next = pairSchema.parse((await refresh(second, begun.refresh_token)).body);
    const newest = pairSchema.parse((await refresh(third, next.refresh_token)).body);
    expect((await refresh(fourth, begun.refresh_token)).status).toBe(401);
    expect(await everywhere(newest.access_token)).toEqual([401, 401, 401, 401]);
    expect((await refresh(first, newest.refresh_token)).status).toBe(401);
  });

  it('exchange a token that all four receive concurrently for the same successor', async () => {
    const begun = await startSession(four[0]);
    const pairs = await Promise.all(four.map((server) => refresh(server, begun.refresh_token)));
    const successors = pairs.map(({ body }) => pairSchema.parse(body).refresh_token);
    expect(new Set(successors).size).toBe(1);
  });

  it('share one rate limit per address', async () => {
    const body = () => ({ email: uniqueEmail() });
    const requests = Array.from({ length: 24 }, (_, time) =>
      post(four[time % 4] ?? four[0], '/auth/forgot-password', body()),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  it('keep an audit trail without gaps and store every referral once, all four under load', async () => {
    const load = await startGuestLoad(
      four.map(({ url }) => url),
      { name: 'Of four', concurrency: 16 },
    );
    await load.waitForAcknowledged(REFERRALS);
    await load.stop();
    expect([...load.refused, ...load.unanswered]).toEqual([]);
    const direct = { DATA_DIR: makeTemporaryDataDir(), ...environment };
    expect(await findStoredLastNames(direct)).toEqual(load.acknowledged.toSorted());
    const database = await openDatabase(readSettings(direct));
    const verdict = await verifyTrail(database.db);
    await database.close();
    expect(verdict).toMatchObject({ isIntact: true });
    expect(verdict.isIntact && verdict.head.id).toBeGreaterThan(load.acknowledged.length);
  });
});
