/** Measures calls with and without other load on the server, in turn, in one run. */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { BULK_LIMITS, PAGE_LIMITS, PAGE_SIZE } from '../../contract/staffConstants';
import { bulkResultsSchema } from '../../contract/entities/bulk';
import {
  type BenchRequest,
  createLoginRequest,
  createRequest,
  createSender,
  type Send,
  signIn,
} from '../harness/requests';
import { createSettings, type Engine, seedStore, type Store } from '../harness/databases';
import { createRequestLoad, measure, type Measured } from '../harness/load';
import { log } from '../harness/log';
import type { Options } from '../options';
import { startProduct } from '../harness/servers';

/** A call that is measured while the server is busy. */
export interface Probe {
  readonly name: 'mine' | 'health' | 'login';
  readonly connections: number;
  request(bearer: string): BenchRequest;
}

/** Work that keeps the server busy, repeated by concurrent workers. */
interface Work {
  readonly name: string;
  readonly workers: number;
  readonly probes: readonly Probe[];
  /** Does it once. @throws Error when it fails */
  run(): Promise<unknown>;
}

/** The measurements of a probe in each round. */
export interface Mixture {
  readonly work: string;
  readonly probe: Probe;
  readonly quiet: Measured[];
  readonly busy: Measured[];
  /** How often the work was done while it was measured. */
  runs: number;
}

const MINE: Probe = {
  name: 'mine',
  connections: 4,
  request: (bearer) =>
    createRequest('listReferrals', { search: `page=1&size=${PAGE_SIZE.mine}`, bearer }),
};
const HEALTH: Probe = {
  name: 'health',
  connections: 1,
  request: () => createRequest('health', {}),
};
const LOGIN: Probe = { name: 'login', connections: 1, request: () => createLoginRequest() };

/** Milliseconds until the work is at full rate. */
const RAMP_UP = 300;
/** The smallest measured size with at least this many referrals is used, so that a search or a backup takes long enough. */
const REFERRALS = 100_000;
/** The duration of a measurement as a multiple of that of the work, which takes longer under load. */
const LONGER = 1.5;

export async function measureMixed(
  engine: Engine,
  { referrals: sizes, rounds, seconds, data }: Options,
) {
  const referrals = sizes.find((size) => size >= REFERRALS) ?? sizes.at(-1) ?? REFERRALS;
  log(`${engine.title}: seeding ${referrals.toLocaleString('en')} referrals for mixed work`);
  const store = await engine.create('mixed');
  await seedStore(store, referrals);
  const { port, stop } = await startProduct(store);
  const send = createSender(port);
  const bearer = await signIn(send);
  const works = [
    createSearches(send, bearer),
    createBackup(store, join(data, 'mixed.backup')),
    await createBulkChange(send, bearer),
  ];
  const mixtures = works.flatMap((work) =>
    work.probes.map((probe): Mixture => ({ work: work.name, probe, quiet: [], busy: [], runs: 0 })),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const work of works) {
      log(`${engine.title}: ${work.name}, round ${round} of ${rounds}`);
      const from = performance.now();
      await work.run();
      const length = (performance.now() - from) / 1_000;
      const busySeconds = Math.max(seconds, length * LONGER);
      for (const mixture of mixtures.filter((one) => one.work === work.name)) {
        const { connections, request } = mixture.probe;
        const load = createRequestLoad(port, () => request(bearer));
        mixture.quiet.push(await measure(load, { connections, seconds }));
        const end = startWork(work);
        await sleep(RAMP_UP);
        mixture.busy.push(await measure(load, { connections, seconds: busySeconds }));
        mixture.runs += await end();
      }
    }
  }
  await stop();
  await store.remove();
  return { title: engine.title, referrals, mixtures: mixtures as readonly Mixture[] };
}

/** Repeats work until stopped. @returns a function that waits for its end and returns how often it was done */
function startWork({ workers, run }: Work): () => Promise<number> {
  const stopping = new AbortController();
  let runs = 0;
  const worker = async () => {
    while (!stopping.signal.aborted) {
      await run();
      runs += 1;
    }
  };
  const all = Promise.all(Array.from({ length: workers }, worker));
  // An error is thrown when the work is ended; until then, it must not count as unhandled.
  all.catch(() => undefined);
  return async () => {
    stopping.abort();
    await all;
    return runs;
  };
}

/** Common names. */
const SEARCHED = ['jose', 'maria', 'wu', 'an'];

function createSearches(send: Send, bearer: string): Work {
  let next = 0;
  return {
    name: 'four name searches',
    workers: SEARCHED.length,
    // No list: it would wait for the searches like any other read.
    probes: [HEALTH, LOGIN],
    run() {
      const name = SEARCHED[(next += 1) % SEARCHED.length] ?? '';
      const search = `page=1&size=${PAGE_SIZE.filtered}&name=${name}`;
      return send(createRequest('filterReferrals', { search, bearer }));
    },
  };
}

const execute = promisify(execFile);

/** The built program of `npm run backup`. */
function createBackup(store: Store, file: string): Work {
  const env = { PATH: process.env.PATH, ...createSettings(store) };
  return {
    name: 'a backup',
    workers: 1,
    probes: [MINE, HEALTH, LOGIN],
    async run() {
      rmSync(file, { force: true });
      await execute(process.execPath, ['dist/server/backup.js', file], { env });
      rmSync(file, { force: true });
    },
  };
}

const pageSchema = z.object({ items: z.array(z.object({ _id: z.string(), version: z.number() })) });
const CHANGED = 200;

/** Sets the status of the newest referrals, back and forth. */
async function createBulkChange(send: Send, bearer: string): Promise<Work> {
  const size = Math.min(BULK_LIMITS.perCall, PAGE_LIMITS.maxSize);
  const readPage = async (page: number) => {
    const search = `page=${page}&size=${size}`;
    const { items } = pageSchema.parse(
      JSON.parse(await send(createRequest('listReferrals', { search, bearer }))),
    );
    return items.map(({ _id, version }) => ({ id: _id, version }));
  };
  const pages: { id: string; version: number }[][] = [];
  while (pages.length < CHANGED / size) pages.push(await readPage(pages.length + 1));
  let parts = pages.filter((items) => items.length > 0);
  let times = 0;
  return {
    name: 'bulk changes of 200 referrals',
    workers: 1,
    probes: [MINE, HEALTH, LOGIN],
    async run() {
      const status = (times += 1) % 2 === 0 ? 'Pending' : 'More Info Needed';
      const change = async (items: (typeof parts)[number]) => {
        const json = { action: 'status', status, items };
        const answer = await send(createRequest('changeReferrals', { json, bearer }));
        return bulkResultsSchema
          .parse(JSON.parse(answer))
          .results.map(({ id, version = 1 }) => ({ id, version }));
      };
      const changed: typeof parts = [];
      for (const items of parts) changed.push(await change(items));
      parts = changed;
    },
  };
}
