/**
 * `npm run backup -- FILE`: writes the whole database to one file, with or without a running server, and verifies the file.
 * `npm run --silent backup -- -` writes to standard output, for example to encrypt it in a pipe.
 */
import { parseArgs } from 'node:util';
import { backUp, backUpToStream } from '../../server/db/backup/backup';
import { describeDatabase } from '../../server/settings/databaseUrl';
import { readSettings } from '../../server/settings/settings';
import { handleHelpOptions } from '../../server/commandLine';
import { commandEnvironment } from '../../server/settings/settingsFile';
import { runCommand } from './terminal/runCommand';
import { describeContents, resolveFile } from './terminal/archiveFile';

handleHelpOptions(`
npm run backup -- FILE        or: node dist/server/backup.js FILE
npm run --silent backup -- -  writes to standard output

Writes the whole database to one file, with or without a running server, and verifies the file.`);

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) {
    throw new Error('Say which file to write: npm run backup -- FILE');
  }
  const settings = readSettings(commandEnvironment(process.env));
  if (name === '-') {
    const contents = await backUpToStream(settings, process.stdout);
    process.stderr.write(
      `Written from ${describeDatabase(settings)}: ${describeContents(contents)}.\n`,
    );
    return;
  }
  const file = resolveFile(name);
  const contents = await backUp(settings, file);
  process.stdout.write(
    `${file} is written and verified: ${describeContents(contents)}, from ${describeDatabase(settings)}.\n`,
  );
});
