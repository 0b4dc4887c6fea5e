/**
 * `npm run backup -- FILE`: writes all that the database holds into one file, while the server runs or not, and reads it
 * again. `npm run --silent backup -- -` writes it to standard output, to be encrypted on the way.
 */
import { parseArgs } from 'node:util';
import { backUp, backUpTo } from '../server/db/backup/backup';
import { readSettings } from '../server/settings';
import { asCommand } from './asCommand';
import { describeContents, resolveFile } from './archiveFile';

await asCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) {
    throw new Error('Say which file to write: npm run backup -- FILE');
  }
  const settings = readSettings(process.env);
  if (name === '-') {
    const contents = await backUpTo(settings, process.stdout);
    process.stderr.write(`Written: ${describeContents(contents)}.\n`);
    return;
  }
  const file = resolveFile(name);
  const contents = await backUp(settings, file);
  process.stdout.write(`${file} is written and verified: ${describeContents(contents)}.\n`);
});
