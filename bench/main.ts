/**
 * `npm run bench`: measures the real server against its upper bounds, at several sizes on both engines, and its pages on a
 * phone against comparable pages. Prints tables to standard output; docs/performance.md explains them.
 */
import { mkdirSync, statfsSync } from 'node:fs';
import { cpus } from 'node:os';
import { format } from 'prettier';
import { runCommand } from '../scripts/commands/terminal/runCommand';
import { ensureBuilt } from '../scripts/build/ensureBuilt';
import { runExitHandlers, installExitHandlers } from './harness/onExit';
import { measureCalls } from './calls/measureCalls';
import { ENGINES } from './harness/databases';
import { measureMixed } from './mixed/measureMixed';
import { mixedReport } from './mixed/report';
import { type Options, readOptions } from './options';
import { measurePeer } from './peer/measurePeer';
import { callsReport } from './calls/report';
import { measureLookUps } from './secrecy/measureLookUps';
import { measureSecrecy } from './secrecy/measureSecrecy';
import { measureSignIns } from './signin/measureSignIns';
import { signInsReport } from './signin/report';
import { measureToday } from './today/measureToday';
import { todayReport } from './today/report';

/** Linux's number for tmpfs, a file system in memory. */
const TMPFS = 0x01021994;

const print = async (text: string) =>
  void process.stdout.write(`${await format(text, { parser: 'markdown' })}\n`);

await runCommand(async () => {
  // As root, we run PostgreSQL as another user, who must be able to enter its folders. The data in them is synthetic.
  process.umask(0o022);
  const options = readOptions(process.argv.slice(2));
  installExitHandlers();
  try {
    ensureBuilt();
    mkdirSync(options.data, { recursive: true });
    await print(describeConditions(options));
    const measures = (part: Options['only'][number]) => options.only.includes(part);
    const needsEngine = options.only.some((part) => part !== 'pages');
    for (const name of needsEngine ? options.engines : []) {
      const engine = await ENGINES[name](options.data);
      if (measures('calls')) await print(callsReport(await measureCalls(engine, options)));
      if (measures('today')) await print(todayReport(await measureToday(engine, options)));
      if (measures('signin')) {
        await print(signInsReport(engine.title, await measureSignIns(engine, options)));
      }
      if (measures('mixed')) await print(mixedReport(await measureMixed(engine, options)));
      if (measures('secrecy')) await print(await measureSecrecy(engine, options));
      if (measures('lookups')) await print(await measureLookUps(engine, options));
      if (measures('peer') && name === 'server') await print(await measurePeer(engine, options));
      await engine.stop();
    }
    if (measures('pages')) {
      // Loads Lighthouse and Vite, which nothing else needs.
      const { measurePages } = await import('./pages/measurePages');
      await measurePages(options, print);
    }
  } finally {
    await runExitHandlers();
  }
});

function describeConditions({ rounds, seconds, data }: Options): string {
  const [processor] = cpus();
  const today = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} × ${processor?.model ?? 'unknown'}`;
  const isInMemory = statfsSync(data).type === TMPFS;
  const warning = `**${data} is in memory: durable writes cost nothing there; name a disk with --data.**`;
  return `${today}, Node ${process.versions.node}, ${machine}, medians of ${rounds}, calls ${seconds} s each.${isInMemory ? ` ${warning}` : ''}`;
}
