/**
 * `npm run bench`: how fast the real server is, beside what it cannot be faster than, at several sizes on both engines; and
 * how fast its pages are on a phone, beside peers.
 * Tables on stdout; docs/performance.md says what they mean.
 */
import { mkdirSync, statfsSync } from 'node:fs';
import { cpus } from 'node:os';
import { asCommand } from '../scripts/asCommand';
import { ensureBuilt } from '../scripts/ensureBuilt';
import { atEnd, endAll, endWhateverHappens } from './atEnd';
import { startBuiltServer } from './builtServer';
import { type Engine, startEngine } from './engines';
import { median } from './measure';
import { type Options, readOptions } from './options';
import { measurePages } from './pages/measurePages';
import { prepare, type Prepared } from './prepare';
import { engineReport, signInReport, sizeReport } from './report';
import { beginSize, type SizeUnderWay } from './rounds';
import { say } from './say';
import { measureSignIn } from './signIn';

/** Linux's number for a folder that is kept in memory. */
const TMPFS = 0x01021994;

const print = (text: string) => process.stdout.write(`${text}\n\n`);

await asCommand(async () => {
  // As root, PostgreSQL runs as another user, who must be able to enter its folders. People in them are made up.
  process.umask(0o022);
  const options = readOptions(process.argv.slice(2));
  endWhateverHappens();
  try {
    ensureBuilt();
    mkdirSync(options.data, { recursive: true });
    print(conditionsOf(options));
    const isOfServer = options.parts.some((part) => part !== 'pages');
    for (const name of isOfServer ? options.engines : []) {
      const engine = await startEngine(name, options);
      if (options.parts.includes('calls')) await measureEngine(engine, options);
      if (options.parts.includes('signin')) {
        print(signInReport(engine.title, await measureSignIn(engine, options)));
      }
      await engine.stop();
    }
    if (options.parts.includes('pages')) await measurePages(options, print);
  } finally {
    await endAll();
  }
});

async function measureEngine(engine: Engine, options: Options): Promise<void> {
  const emptyStart = await startEmpty(engine, options);
  const prepared: Prepared[] = [];
  for (const referrals of options.sizes) prepared.push(await prepare(engine, referrals, options));
  const sizes: SizeUnderWay[] = [];
  for (const data of prepared) sizes.push(await beginSize(engine, data, options));
  // All sizes in each round: what else the machine does changes, and they are compared.
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const size of sizes) await size.measureRound(`round ${round} of ${options.rounds}`);
  }
  const results = sizes.map((size) => size.result());
  for (const result of results) print(sizeReport(engine.title, result));
  print(engineReport({ engine, emptyStart, sizes: results }));
  for (const size of sizes) await size.end();
}

async function startEmpty(engine: Engine, { rounds }: Options): Promise<number> {
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    say(`${engine.title}: first start, ${round} of ${rounds}`);
    const store = await engine.create('run');
    const remove = atEnd(() => store.remove());
    const server = await startBuiltServer(store);
    times.push(server.coldStart);
    await server.stop();
    await remove();
  }
  return median(times);
}

function conditionsOf({ rounds, seconds, data }: Options): string {
  const processors = cpus();
  const inMemory = statfsSync(data).type === TMPFS;
  return [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${processors.length} × ${processors[0]?.model ?? 'unknown'},`,
    `medians of ${rounds}, calls ${seconds} s each.`,
    ...(inMemory
      ? [`**${data} is in memory: durable writes cost nothing there; name a disk with --data.**`]
      : []),
  ].join(' ');
}
