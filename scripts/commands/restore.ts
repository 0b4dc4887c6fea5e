/**
 * `npm run restore -- FILE`: restores a backup into the configured database, which must be empty, or whose contents `--replace`
 * replaces. `-` reads the archive from standard input. Stop the server first.
 */
import { parseArgs } from 'node:util';
import { stageInput } from '../../server/db/backup/stagingDir';
import { restore } from '../../server/db/backup/restore';
import { describeDatabase } from '../../server/settings/databaseUrl';
import { handleHelpOptions } from '../../server/commandLine';
import { readSettings, type Settings } from '../../server/settings/settings';
import { commandEnvironment } from '../../server/settings/settingsFile';
import { runCommand } from './terminal/runCommand';
import { describeContents, resolveFile } from './terminal/archiveFile';

handleHelpOptions(`
npm run restore -- [--replace] FILE  or: node dist/server/restore.js [--replace] FILE
npm run restore -- [--replace] -     reads standard input

Restores a backup into the database, which must be empty, or whose contents --replace replaces.
Stop the server first.`);

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) {
    throw new Error('Say which file to restore: npm run restore -- FILE');
  }
  const settings = readSettings(commandEnvironment(process.env));
  const database = describeDatabase(settings);
  process.stdout.write(`Restoring into ${database}.\n`);
  const { path, remove } = name === '-' ? await readInput(settings) : atPath(name);
  const { header, contents } = await restore(settings, path, {
    replace: values.replace,
    onStep: (what) => void process.stdout.write(`${what}\n`),
  }).finally(remove);
  process.stdout.write(
    `Restored into ${database}, and identical to the archive of ${header.made_at}: ${describeContents(contents)}.\n`,
  );
});

function atPath(name: string) {
  return { path: resolveFile(name), remove: () => undefined };
}

async function readInput(settings: Settings) {
  if (process.stdin.isTTY) {
    throw new Error('There is nothing on standard input. Give it an archive: … restore - < FILE');
  }
  return stageInput(settings, process.stdin);
}
