/** Measures the calls on one engine, at all sizes. Each round measures the server, bare routes and the bare driver in turn. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { PROBATION_SITE_NAME, UNLISTED_SITE_NAME } from '../contract/constants';
import { buildServer } from '../server/buildServer';
import { openDatabase } from '../server/db/openDatabase';
import { createPasswords, hashPassword } from '../server/features/auth/passwords';
import { readSettings } from '../server/settings';
import {
  type Case,
  createCases,
  MANAGERS,
  createRequest,
  type Send,
  createSender,
  signIn,
} from './cases';
import {
  type Engine,
  seedStore,
  SUPERUSER,
  openDriver,
  createSettings,
  type Store,
} from './databases';
import {
  createFunctionLoad,
  type Load,
  measure,
  type Measured,
  median,
  createRequestLoad,
  WARM_UP,
} from './load';
import type { Options } from './options';
import { onExit } from './onExit';
import { log } from './log';
import { type ServerProcess, startComparison, startProduct } from './servers';
import type { SearchValues } from './searchValues';
import {
  createStatementRecorder,
  selectInsert,
  type Plan,
  selectReads,
  createReplay,
} from './statements';

/** A case with its recorded call and its measurements. */
export interface CaseResult {
  readonly case: Case;
  /** The body of its response, byte for byte. */
  readonly answer: string;
  /** Creates the statements of another such call. */
  nextPlan(): Plan;
  /** One measurement per round. `part` has only the select statements of a read, or only the insert of a write. */
  readonly runs: Record<'server' | 'route' | 'driver' | 'part', Measured[]>;
}

export interface SizeResult {
  readonly referrals: number;
  /** Duration of seeding, including statistics. */
  readonly seconds: number;
  /** Bytes on disk before any measurement. */
  readonly bytes: number;
  readonly tried: readonly CaseResult[];
  /** The server process of each round: start in milliseconds, memory in megabytes. */
  readonly processes: { coldStart: number; atRest: number; underLoad: number }[];
}

/** Milliseconds after its start until a server is at rest. */
const REST_TIME = 1_000;

export async function measureCalls(
  engine: Engine,
  { referrals: sizes, rounds, seconds, data }: Options,
) {
  const emptyStart = await startEmpty(engine, rounds);
  const prepared: (SizeResult & { store: Store; routes: ServerProcess })[] = [];
  for (const referrals of sizes) {
    log(`${engine.title}: seeding ${referrals.toLocaleString('en')} referrals, trying each call`);
    const store = await engine.create(`size_${referrals}`);
    const filled = await seedStore(store, referrals);
    const bytes = await store.size();
    const tried = await tryCalls(store, referrals, filled.values);
    const task = join(data, 'answers.json');
    writeFileSync(task, JSON.stringify(tried.map(({ answer }) => answer)));
    const routes = await startComparison('bench/bareRoutes.ts', task);
    prepared.push({
      referrals,
      seconds: filled.seconds,
      bytes,
      tried,
      processes: [],
      store,
      routes,
    });
  }
  // All sizes in each round: they are compared, and the other load of the machine varies.
  for (let round = 1; round <= rounds; round += 1) {
    for (const { referrals, tried, processes, store, routes } of prepared) {
      const title = `${engine.title}, ${referrals.toLocaleString('en')}, round ${round} of ${rounds}`;
      log(`${title}: the server`);
      processes.push(await measureServer(store, tried, seconds));
      log(`${title}: bare routes`);
      await measureRoutes(routes.port, tried, seconds);
      log(`${title}: the bare driver`);
      await measureDriver(store, tried, seconds);
    }
  }
  for (const { routes, store } of prepared) {
    await routes.stop();
    await store.remove();
  }
  return { title: engine.title, emptyStart, sizes: prepared as readonly SizeResult[] };
}

async function startEmpty(engine: Engine, rounds: number): Promise<number> {
  const times: number[] = [];
  while (times.length < rounds) {
    log(`${engine.title}: first start, ${times.length + 1} of ${rounds}`);
    const store = await engine.create('empty');
    const { coldStart, stop } = await startProduct(store);
    times.push(coldStart);
    await stop();
    await store.remove();
  }
  return median(times);
}

const sitesSchema = z.array(z.object({ _id: z.string(), name: z.string() }));
const SITES_OF_A_MANAGER = 4;

/** Makes each call in this process, to record its response and its statements, and to check that it succeeds. */
async function tryCalls(
  store: Store,
  referrals: number,
  values: SearchValues,
): Promise<readonly CaseResult[]> {
  const settings = readSettings(createSettings(store));
  const notes = createStatementRecorder();
  const database = await openDatabase(settings, { logger: notes.logger });
  notes.watchTransactions(database.db);
  const app = await buildServer({
    settings,
    backend: { database, secret: settings.JWT_SECRET ?? '' },
  });
  const close = onExit(() => app.close());
  const send: Send = async (request) => {
    const { statusCode, body } = await app.inject(request);
    if (statusCode !== 200) throw new Error(`${request.path}: ${statusCode} ${body}`);
    return body;
  };
  const head = await signIn(send);
  const schools = sitesSchema
    .parse(JSON.parse(await send(createRequest('listSites', {}))))
    .filter(({ name }) => name !== PROBATION_SITE_NAME && name !== UNLISTED_SITE_NAME)
    .slice(0, SITES_OF_A_MANAGER)
    .map(({ _id, name }) => ({ id: _id, name }));
  for (const username of MANAGERS) {
    const account = {
      fullname: 'Measured Manager',
      username,
      password: SUPERUSER.SUPERUSER_PASSWORD,
    };
    const json = { ...account, role: 'MANAGER', schools };
    await send(createRequest('register', { json, bearer: head }));
  }
  const bearers = await signInAll(send);

  const tried: CaseResult[] = [];
  for (const one of createCases({ siteId: schools[0]?.id ?? '', values, referrals })) {
    const call = () => send(one.request(bearers[one.as]));
    // Its statements are not recorded: the first call looks up a frequent word in another way.
    const answer = await call();
    const nextPlan = createReplay(await notes.recordPlan(call), await notes.recordPlan(call));
    const runs = { server: [], route: [], driver: [], part: [] };
    tried.push({ case: one, answer, nextPlan, runs });
  }
  await close();
  return tried;
}

async function signInAll(send: Send): Promise<Record<Case['as'], string | undefined>> {
  return { head: await signIn(send), manager: await signIn(send, MANAGERS[0]), guest: undefined };
}

/** @param loadOf returns the work to measure for a case */
async function measureAll(
  tried: readonly CaseResult[],
  seconds: number,
  what: keyof CaseResult['runs'],
  loadOf: (one: CaseResult) => Load,
) {
  // Warm up: a process is slow just after its start.
  for (const one of tried.filter(({ case: { kind } }) => kind === 'read')) {
    await measure(loadOf(one), { ...one.case, seconds: seconds * WARM_UP });
  }
  for (const one of tried) {
    // A bare route stores nothing, so it needs no maximum.
    const most = what === 'route' ? undefined : one.case.most;
    one.runs[what].push(await measure(loadOf(one), { ...one.case, seconds, most }));
  }
}

async function measureServer(store: Store, tried: readonly CaseResult[], seconds: number) {
  const { port, coldStart, memory, stop } = await startProduct(store);
  await sleep(REST_TIME);
  const atRest = memory().now;
  const bearers = await signInAll(createSender(port));
  await measureAll(tried, seconds, 'server', ({ case: one }) =>
    createRequestLoad(port, () => one.request(bearers[one.as])),
  );
  const underLoad = memory().most;
  await stop();
  return { coldStart, atRest, underLoad };
}

/** As long as a real token. */
const BEARER = 'x'.repeat(400);

const measureRoutes = (port: number, tried: readonly CaseResult[], seconds: number) =>
  measureAll(tried, seconds, 'route', (one) => {
    const path = `/${tried.indexOf(one)}`;
    return createRequestLoad(port, () => ({ ...one.case.request(BEARER), path }));
  });

async function measureDriver(store: Store, tried: readonly CaseResult[], seconds: number) {
  const driver = await openDriver(store);
  const hash = await hashPassword(SUPERUSER.SUPERUSER_PASSWORD);
  const { check } = createPasswords();
  await measureAll(tried, seconds, 'driver', ({ case: { kind }, nextPlan }) =>
    kind === 'login'
      ? createFunctionLoad(() => check(hash, SUPERUSER.SUPERUSER_PASSWORD))
      : createFunctionLoad(() => driver.run(nextPlan())),
  );
  const stored = tried.filter(({ case: { kind } }) => kind !== 'login');
  await measureAll(stored, seconds, 'part', ({ case: { kind }, nextPlan }) => {
    const part = kind === 'read' ? selectReads : selectInsert;
    return createFunctionLoad(() => driver.run(part(nextPlan())));
  });
  await driver.close();
}
