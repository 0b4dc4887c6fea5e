/** What a round consists of: all operations on the server, then on the bare routes, then on the bare driver. */
import { setTimeout as pass } from 'node:timers/promises';
import { z } from 'zod';
import { limit_window } from '../server/db/schema';
import { createPasswords, hashPassword } from '../server/features/auth/passwords';
import { foldTally } from '../server/features/referrals/tallyRepository';
import { startBuiltServer } from './builtServer';
import type { Driver } from './drivers';
import type { Store } from './engines';
import { createClient, type HttpClient } from './httpClient';
import type { Seen } from './look';
import { type Measured, measure } from './measure';
import { loginOf } from './operations';
import { HEAD, MANAGERS } from './people';
import { insertingOf, type Plan, readingOf } from './statements';

/** What an operation is measured as; report.ts says what each means. */
export type Measure = 'server' | 'route' | 'driver' | 'reading' | 'insert';
export type Take = (seen: Seen, measure: Measure, measured: Measured) => void;

/** The server's process: milliseconds and megabytes; null where the system does not tell. */
export interface ProcessFigures {
  readonly coldStart: number;
  readonly atRest: number | null;
  readonly underLoad: number | null;
}

/** Milliseconds after which a server that has started is at rest. */
const REST = 1_000;
/** Part of the time in which each read is made before any is measured: what has just started is slow at first. */
const WARM_UP = 0.2;

const isRead = ({ operation }: Seen) => operation.kind === 'read';

export async function measureServer(
  store: Store,
  operations: readonly Seen[],
  seconds: number,
  take: Take,
): Promise<ProcessFigures> {
  const server = await startBuiltServer(store);
  await pass(REST);
  const atRest = server.memory()?.now ?? null;
  const bearerOf = keepSignedIn();
  const run = async ({ operation }: Seen, forSeconds: number): Promise<Measured> => {
    const { atOnce, most, request, as } = operation;
    const client = createClient(server.port, atOnce);
    const bearer = as === 'guest' ? undefined : await bearerOf(client, as);
    const work = async () => (await client.send(request(), bearer)).status === 200;
    const measured = await measure(work, { atOnce, seconds: forSeconds, most });
    client.close();
    return measured;
  };
  for (const seen of operations.filter(isRead)) await run(seen, seconds * WARM_UP);
  for (const seen of operations) take(seen, 'server', await run(seen, seconds));
  const underLoad = server.memory()?.most ?? null;
  await server.stop();
  return { coldStart: server.coldStart, atRest, underLoad };
}

const tokenSchema = z.object({ access_token: z.string() });

/** A token lives for 15 minutes; an operation takes less than the rest. */
const SIGN_IN_AFTER = 5 * 60_000;

function keepSignedIn() {
  const kept = new Map<string, { token: string; at: number }>();
  return async (client: HttpClient, as: 'head' | 'manager'): Promise<string> => {
    const last = kept.get(as);
    if (last && performance.now() - last.at < SIGN_IN_AFTER) return last.token;
    const token = await signIn(client, as);
    kept.set(as, { token, at: performance.now() });
    return token;
  };
}

async function signIn(client: HttpClient, as: 'head' | 'manager'): Promise<string> {
  const username = as === 'head' ? HEAD.SUPERUSER_EMAIL : (MANAGERS[0] ?? '');
  const answer = await client.send(loginOf({ password: HEAD.SUPERUSER_PASSWORD }, username));
  return tokenSchema.parse(JSON.parse(answer.body)).access_token;
}

/** @param port of a process that answers the operations at their places */
export async function measureRoutes(
  port: number,
  operations: readonly Seen[],
  seconds: number,
  take: Take,
): Promise<void> {
  // As long as a real one.
  const bearer = 'x'.repeat(400);
  for (const [place, seen] of operations.entries()) {
    const { atOnce, request } = seen.operation;
    const client = createClient(port, atOnce);
    const work = async () => {
      const answer = await client.send({ ...request(), path: `/${place}` }, bearer);
      return answer.status === 200;
    };
    take(seen, 'route', await measure(work, { atOnce, seconds }));
    client.close();
  }
}

export async function measureDriver(
  store: Store,
  operations: readonly Seen[],
  seconds: number,
  take: Take,
): Promise<void> {
  const driver = await store.openDriver();
  await tidy(driver);
  const run = (
    { operation, nextPlan }: Seen,
    planOf: (plan: Plan) => Plan,
    forSeconds: number,
  ): Promise<Measured> => {
    const work = async () => {
      await driver.run(planOf(nextPlan()));
      return true;
    };
    return measure(work, { atOnce: operation.atOnce, most: operation.most, seconds: forSeconds });
  };
  const whole = (plan: Plan) => plan;
  for (const seen of operations.filter(isRead)) await run(seen, whole, seconds * WARM_UP);
  for (const seen of operations) {
    if (seen.operation.kind === 'login') {
      take(seen, 'driver', await measureHash(seen, seconds));
      continue;
    }
    take(seen, 'driver', await run(seen, whole, seconds));
    if (isRead(seen)) take(seen, 'reading', await run(seen, readingOf, seconds));
    else take(seen, 'insert', await run(seen, insertingOf, seconds));
  }
  await tidy(driver);
  await driver.close();
}

async function measureHash({ operation }: Seen, seconds: number): Promise<Measured> {
  const hash = await hashPassword(HEAD.SUPERUSER_PASSWORD);
  const { check } = createPasswords();
  const work = () => check(hash, HEAD.SUPERUSER_PASSWORD);
  return measure(work, { atOnce: operation.atOnce, seconds });
}

/** As upkeep would have left it, and with nobody's tries counted: guests' referrals must not be set apart as a flood. */
async function tidy({ db }: Driver): Promise<void> {
  await foldTally(db);
  await db.delete(limit_window);
}
