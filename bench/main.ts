/**
 * `npm run bench`: how fast the real server is, beside what it cannot be faster than, at several sizes on both engines; and
 * how fast its pages are on a phone, beside peers.
 * Tables on stdout; docs/performance.md says what they mean.
 */
import { mkdirSync, statfsSync } from 'node:fs';
import { cpus } from 'node:os';
import { format } from 'prettier';
import { asCommand } from '../scripts/asCommand';
import { ensureBuilt } from '../scripts/ensureBuilt';
import { endAll, endWhateverHappens } from './atEnd';
import { measureCalls } from './calls';
import { ENGINES } from './databases';
import { type Options, readOptions } from './options';
import { callsReport, signInsReport } from './report';
import { measureSignIns } from './signIns';

/** Linux's number for a folder that is kept in memory. */
const TMPFS = 0x01021994;

const print = async (text: string) =>
  void process.stdout.write(`${await format(text, { parser: 'markdown' })}\n`);

await asCommand(async () => {
  // As root, PostgreSQL runs as another user, who must be able to enter its folders. People in them are made up.
  process.umask(0o022);
  const options = readOptions(process.argv.slice(2));
  endWhateverHappens();
  try {
    ensureBuilt();
    mkdirSync(options.data, { recursive: true });
    await print(conditionsOf(options));
    const [isOfCalls, isOfSignIns] = (['calls', 'signin'] as const).map((part) =>
      options.only.includes(part),
    );
    for (const name of isOfCalls || isOfSignIns ? options.engines : []) {
      const engine = await ENGINES[name](options.data);
      if (isOfCalls) await print(callsReport(await measureCalls(engine, options)));
      if (isOfSignIns)
        await print(signInsReport(engine.title, await measureSignIns(engine, options)));
      await engine.stop();
    }
    if (options.only.includes('pages')) {
      // Brings Lighthouse and Vite, which nothing else needs.
      const { measurePages } = await import('./pages/measurePages');
      await measurePages(options, print);
    }
  } finally {
    await endAll();
  }
});

function conditionsOf({ rounds, seconds, data }: Options): string {
  const [processor] = cpus();
  const today = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} × ${processor?.model ?? 'unknown'}`;
  const isInMemory = statfsSync(data).type === TMPFS;
  const warning = `**${data} is in memory: durable writes cost nothing there; name a disk with --data.**`;
  return `${today}, Node ${process.versions.node}, ${machine}, medians of ${rounds}, calls ${seconds} s each.${isInMemory ? ` ${warning}` : ''}`;
}
