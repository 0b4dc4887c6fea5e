/**
 * Measures Directus on a database of ours beside our server. It is no dependency of this project: install it in a folder of its
 * own, and name that with `--directus`.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type BenchRequest, createRequest, createSender, signIn } from '../harness/requests';
import { PAGE_SIZE } from '../../contract/staffConstants';
import { type Engine, seedStore, type Store, SUPERUSER } from '../harness/databases';
import { combineRounds, createRequestLoad, measure, type Measured } from '../harness/load';
import { log } from '../harness/log';
import type { Options } from '../options';
import { spawnServer, startProduct } from '../harness/servers';
import { count, table } from '../harness/tables';

const execute = promisify(execFile);

/** A super user's token. The data is synthetic: it protects nothing. */
const TOKEN = 'measured-token-of-this-machine-0123456789';
const CONNECTIONS = 8;
const LIVE = 'filter[deleted_at][_null]=true&filter[hold_reason][_null]=true';
const NEWEST = 'sort=-entry_date,-id';

interface PeerCase {
  readonly name: string;
  ours(bearer: string): BenchRequest;
  readonly theirs: BenchRequest;
}

/** @param name a whole name: Directus looks for its first and last word in the columns of first and last names, and minds accents */
function createPeerCases(name: string): readonly PeerCase[] {
  const words = name.split(' ');
  const isNamed = `filter[first_name][_icontains]=${words[0]}&filter[last_name][_icontains]=${words.at(-1)}`;
  const theirs = (path: string): BenchRequest => ({
    method: 'GET',
    path: `/items/referral?${path}&${LIVE}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const { mine: size, filtered } = PAGE_SIZE;
  const read = (call: Parameters<typeof createRequest>[0], search: string) => (bearer: string) =>
    createRequest(call, { search, bearer });
  return [
    {
      name: `${size} newest, with their number`,
      ours: read('listReferrals', `page=1&size=${size}`),
      theirs: theirs(`limit=${size}&${NEWEST}&meta=filter_count`),
    },
    {
      name: 'number',
      ours: read('countReferrals', ''),
      theirs: theirs('aggregate[count]=*'),
    },
    {
      name: 'a whole name few have',
      ours: read('filterReferrals', `page=1&size=${filtered}&name=${encodeURIComponent(name)}`),
      theirs: theirs(`limit=${filtered}&${NEWEST}&meta=filter_count&${isNamed}`),
    },
  ];
}

/** The number of all that match, in the responses of both. */
const ourCountSchema = z
  .union([z.object({ total: z.number() }), z.object({ count: z.number() })])
  .transform((found) => ('total' in found ? found.total : found.count));
const theirCountSchema = z
  .union([
    z.object({ meta: z.object({ filter_count: z.number() }) }),
    z.object({ data: z.tuple([z.object({ count: z.coerce.number() })]) }),
  ])
  .transform((found) => ('meta' in found ? found.meta.filter_count : found.data[0].count));

/** @param folder where Directus is installed */
async function startDirectus(folder: string, { settings }: Store) {
  const { hostname, port, pathname, username } = new URL(settings.DATABASE_URL ?? '');
  const env = {
    PATH: process.env.PATH,
    DB_CLIENT: 'pg',
    DB_HOST: hostname,
    DB_PORT: port,
    DB_DATABASE: pathname.slice(1),
    DB_USER: username,
    DB_PASSWORD: '',
    SECRET: TOKEN,
    ADMIN_EMAIL: SUPERUSER.SUPERUSER_EMAIL,
    ADMIN_PASSWORD: SUPERUSER.SUPERUSER_PASSWORD,
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  };
  const program = join(folder, 'node_modules/directus/cli.js');
  await execute(process.execPath, [program, 'bootstrap'], { env });
  return spawnServer([program, 'start'], env, '/server/ping');
}

/** Measures both in turn, in each round. @returns a table */
export async function measurePeer(
  engine: Engine,
  { directus, referrals: sizes, rounds, seconds }: Options,
): Promise<string> {
  const referrals = sizes[0] ?? 0;
  log(`${engine.title}: seeding ${count(referrals)} referrals for Directus`);
  const store = await engine.create('peer');
  const { values } = await seedStore(store, referrals);
  const product = await startProduct(store);
  const peer = await startDirectus(directus, store);
  const bearer = await signIn(createSender(product.port));
  const cases = createPeerCases(values.wholeName).map((one) => ({
    ...one,
    loads: {
      ours: createRequestLoad(product.port, () => one.ours(bearer)),
      theirs: createRequestLoad(peer.port, () => one.theirs),
    },
    runs: { ours: [] as Measured[], theirs: [] as Measured[] },
  }));
  for (const { name, ours, theirs } of cases) {
    const found = ourCountSchema.parse(JSON.parse(await createSender(product.port)(ours(bearer))));
    const peers = theirCountSchema.parse(JSON.parse(await createSender(peer.port)(theirs)));
    if (found !== peers) throw new Error(`${name}: we find ${found}, Directus ${peers}`);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, loads, runs } of cases) {
      log(`${engine.title}: ${name}, round ${round} of ${rounds}`);
      for (const whose of ['ours', 'theirs'] as const) {
        runs[whose].push(await measure(loads[whose], { connections: CONNECTIONS, seconds }));
      }
    }
  }
  await peer.stop();
  await product.stop();
  await store.remove();
  const rows = cases.map(({ name, runs }) => {
    const [ours, theirs] = [combineRounds(runs.ours), combineRounds(runs.theirs)];
    return [
      name,
      ours.perSecond,
      ours.p50,
      theirs.perSecond,
      theirs.p50,
      ours.perSecond / theirs.perSecond,
      ours.failed + theirs.failed,
    ];
  });
  return [
    `### ${engine.title}, ${count(referrals)} referrals: beside Directus`,
    table(['read', 'ours /s', 'p50 ms', 'Directus /s', 'p50 ms', 'times', 'failed'], rows),
  ].join('\n\n');
}
