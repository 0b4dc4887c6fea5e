/** Measures the calls on one engine, at all sizes. Each round measures the server, bare routes and the best statements. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { resetStore } from './upperBounds/bestStore';
import { signInAll } from './cases';
import { type Engine, seedStore, type Store } from '../harness/databases';
import { createRequestLoad, type Load, measure, median, WARM_UP } from '../harness/load';
import type { Options } from '../options';
import { log } from '../harness/log';
import { createSender } from '../harness/requests';
import { type ServerProcess, startComparison, startProduct } from '../harness/servers';
import { type CaseResult, tryCalls } from './tryCalls';

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
    const answers = writeTask(join(data, 'answers.json'), tried, ({ answer }) => answer);
    const routes = await startComparison('bench/calls/upperBounds/bareRoutes.ts', answers);
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
  // All sizes in each round, because they are compared and other load of the machine varies.
  for (let round = 1; round <= rounds; round += 1) {
    for (const { referrals, tried, processes, store, routes } of prepared) {
      const title = `${engine.title}, ${referrals.toLocaleString('en')}, round ${round} of ${rounds}`;
      const task = writeTask(join(data, 'best.json'), tried, ({ best }) => best);
      const startOurs = () => startServer(store, (one) => processes.push(one));
      const startBest = () => startBestServer(store, task, tried);
      const bare: Contender = { what: 'route', loadOf: createRouteLoad(routes.port, tried) };
      if (store.isShared) {
        log(`${title}: the server, bare routes and the best statements`);
        await resetStore(store);
        await measureInTurn([await startOurs(), bare, await startBest()], tried, seconds);
      } else {
        log(`${title}: the server and bare routes`);
        await resetStore(store);
        await measureInTurn([await startOurs(), bare], tried, seconds);
        log(`${title}: the best statements`);
        await resetStore(store);
        await measureInTurn([await startBest()], tried, seconds);
      }
    }
  }
  for (const { routes, store } of prepared) {
    await routes.stop();
    await store.remove();
  }
  return { title: engine.title, emptyStart, sizes: prepared as readonly SizeResult[] };
}

/** Writes a file with what a comparison server serves for each case. @returns its path */
function writeTask(
  file: string,
  tried: readonly CaseResult[],
  of: (one: CaseResult) => unknown,
): string {
  writeFileSync(file, JSON.stringify(tried.map(of)));
  return file;
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

/** A server to measure: ours, the bare routes or the best statements. */
interface Contender {
  readonly what: keyof CaseResult['runs'];
  /** Creates the load of a case; undefined if it does not serve the case. */
  loadOf(one: CaseResult): Load | undefined;
  /** Stops what was started for this round. */
  stop?(): Promise<unknown>;
}

/** Measures each case on all contenders, one after the other, so that other load of the machine affects them equally. */
async function measureInTurn(
  contenders: readonly Contender[],
  tried: readonly CaseResult[],
  seconds: number,
) {
  const measureEach = async (
    one: CaseResult,
    measureOn: (contender: Contender, load: Load) => Promise<unknown>,
  ) => {
    for (const contender of contenders) {
      const load = contender.loadOf(one);
      if (load) await measureOn(contender, load);
    }
  };
  // Warm up: a process is slow just after its start.
  for (const one of tried.filter(({ case: { kind } }) => kind === 'read')) {
    await measureEach(one, (_contender, load) =>
      measure(load, { ...one.case, seconds: seconds * WARM_UP }),
    );
  }
  for (const one of tried) {
    await measureEach(one, async ({ what }, load) => {
      // A bare route stores nothing, so it needs no maximum.
      const maxRequests = what === 'route' ? undefined : one.case.maxRequests;
      one.runs[what].push(await measure(load, { ...one.case, seconds, maxRequests }));
    });
  }
  for (const { stop } of contenders) await stop?.();
}

/** @param note receives the figures of the process when it stops */
async function startServer(
  store: Store,
  note: (figures: SizeResult['processes'][number]) => unknown,
): Promise<Contender> {
  const { port, coldStart, memory, stop } = await startProduct(store);
  await sleep(REST_TIME);
  const atRest = memory().now;
  const bearers = await signInAll(createSender(port));
  return {
    what: 'server',
    loadOf: ({ case: one }) => createRequestLoad(port, () => one.request(bearers[one.as])),
    async stop() {
      note({ coldStart, atRest, underLoad: memory().most });
      await stop();
    },
  };
}

async function startBestServer(
  store: Store,
  task: string,
  tried: readonly CaseResult[],
): Promise<Contender> {
  const { port, stop } = await startComparison(
    'bench/calls/upperBounds/bestServer.ts',
    task,
    store,
  );
  const loadOf = createRouteLoad(port, tried);
  return { what: 'best', loadOf: (one) => (one.best ? loadOf(one) : undefined), stop };
}

/** As long as a real token. */
const BEARER = 'x'.repeat(400);

/** Creates the loads of a server that has a route for each case, under its number. */
const createRouteLoad =
  (port: number, tried: readonly CaseResult[]) =>
  (one: CaseResult): Load => {
    const path = `/${tried.indexOf(one)}`;
    return createRequestLoad(port, () => ({ ...one.case.request(BEARER), path }));
  };
