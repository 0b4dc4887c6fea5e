/**
 * `npm run restore -- FILE`: puts what a backup holds into the database that the settings name: an empty one, or with
 * `--replace` in the place of all that it holds. Stop the server first.
 */
import { parseArgs } from 'node:util';
import { restore } from '../server/db/backup/restore';
import { readSettings } from '../server/settings';
import { asCommand } from './asCommand';
import { describeContents, resolveFile } from './archiveFile';

await asCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) {
    throw new Error('Say which file to restore: npm run restore -- FILE');
  }
  const { header, contents } = await restore(readSettings(process.env), resolveFile(name), {
    replace: values.replace,
    onStep: (what) => void process.stdout.write(`${what}\n`),
  });
  process.stdout.write(
    `Restored, and the same as in the archive of ${header.made_at}: ${describeContents(contents)}.\n`,
  );
});
