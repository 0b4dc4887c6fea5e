/**
 * Makes each call twice, in this process, before anything is measured: to know its answer, what it sends to the database, and
 * that it is refused nothing.
 */
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PROBATION_SITE_NAME, UNLISTED_SITE_NAME } from '../contract/constants';
import { buildServer } from '../server/buildServer';
import { openDatabase } from '../server/db/openDatabase';
import { readSettings } from '../server/settings';
import { atEnd } from './atEnd';
import type { Store } from './engines';
import { at, type BenchRequest, json, loginOf, type Operation, operationsFor } from './operations';
import { HEAD, MANAGERS, settingsOf } from './people';
import type { Prepared } from './prepare';
import { isAlike, type Plan, renewing, StatementNotes } from './statements';

export interface Seen {
  readonly operation: Operation;
  /** What it answers, byte for byte. */
  readonly answer: string;
  /** The statements of one more such call. */
  nextPlan(): Plan;
}

const tokenSchema = z.object({ access_token: z.string() });
const sitesSchema = z.array(z.object({ _id: z.string(), name: z.string() }));
/** A word many have is noted in another way the first time, and so on. */
const TRIES = 5;
const SITES_OF_A_MANAGER = 4;

export async function lookAtCalls(store: Store, prepared: Prepared): Promise<readonly Seen[]> {
  const settings = readSettings(settingsOf(store));
  const notes = new StatementNotes();
  const database = notes.noting(await openDatabase(settings, { logger: notes }));
  const app = await buildServer({
    settings,
    backend: { database, secret: settings.JWT_SECRET ?? '' },
  });
  const close = atEnd(() => app.close());
  try {
    const ask = (request: BenchRequest, bearer?: string) => inject(app, request, bearer);
    const signIn = async (username: string) =>
      tokenSchema.parse(
        JSON.parse(await ask(loginOf({ password: HEAD.SUPERUSER_PASSWORD }, username))),
      ).access_token;
    const head = await signIn(HEAD.SUPERUSER_EMAIL);
    const sites = sitesSchema.parse(JSON.parse(await ask(at('listSites'))));
    const schools = sites
      .filter(({ name }) => name !== PROBATION_SITE_NAME && name !== UNLISTED_SITE_NAME)
      .slice(0, SITES_OF_A_MANAGER)
      .map(({ _id, name }) => ({ id: _id, name }));
    for (const username of MANAGERS) {
      const password = HEAD.SUPERUSER_PASSWORD;
      const body = { fullname: 'Measured Manager', username, password, role: 'MANAGER', schools };
      await ask({ ...at('register'), ...json(body) }, head);
    }
    const bearers = { head, manager: await signIn(MANAGERS[0] ?? ''), guest: undefined };

    const operations = operationsFor({
      siteId: schools[0]?.id ?? '',
      password: HEAD.SUPERUSER_PASSWORD,
      usernames: MANAGERS,
      values: prepared.values,
      referrals: prepared.referrals,
    });
    const seen: Seen[] = [];
    for (const operation of operations) {
      const bearer = bearers[operation.as];
      seen.push(await look(operation, notes, () => ask(operation.request(), bearer)));
    }
    return seen;
  } finally {
    await close();
  }
}

async function look(
  operation: Operation,
  notes: StatementNotes,
  ask: () => Promise<string>,
): Promise<Seen> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const first = await notes.during(ask);
    const second = await notes.during(ask);
    if (!isAlike(first.plan, second.plan)) continue;
    const nextPlan = renewing(first.plan, second.plan);
    return { operation, answer: first.result, nextPlan };
  }
  throw new Error(`'${operation.name}' sends other statements each time`);
}

async function inject(
  app: FastifyInstance,
  { method, path, body, type }: BenchRequest,
  bearer: string | undefined,
): Promise<string> {
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers: {
      'x-forwarded-for': `10.255.${randomInt(256)}.${randomInt(256)}`,
      ...(type && { 'content-type': type }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { payload: body }),
  });
  if (answer.statusCode !== 200) {
    throw new Error(`${method} ${path.split('?')[0]} answers ${answer.statusCode}: ${answer.body}`);
  }
  return answer.body;
}
