/**
 * `npm run verify-audit`: verifies the audit trail and prints its end, to be noted somewhere else. `-- --head <id>:<hash>` proves
 * that an end noted earlier is still in it. Exits with 1 if an entry was changed, added or is missing.
 * Only one process can open the embedded database, so stop the server first; a PostgreSQL can be verified at any time.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../../server/db/openDatabase';
import { formatVerdict, parseHead, verifyTrail } from '../../server/features/audit';
import { readSettings } from '../../server/settings/settings';
import { handleHelpOptions } from '../../server/commandLine';
import { commandEnvironment } from '../../server/settings/settingsFile';
import { runCommand } from './terminal/runCommand';

handleHelpOptions(`
npm run verify-audit -- [--head <id>:<hash>]  or: node dist/server/verify-audit.js [--head <id>:<hash>]

Verifies the audit trail and prints its end; with --head, also that an end noted earlier is still in it.
With the embedded database, stop the server first.`);

await runCommand(async () => {
  const { values } = parseArgs({ options: { head: { type: 'string' } } });
  const noted = values.head === undefined ? undefined : parseHead(values.head);

  const settings = readSettings(commandEnvironment(process.env));
  const database = await openDatabase(settings, { statementTimeout: 0 });
  try {
    const verdict = await verifyTrail(database.db, noted);
    process.stdout.write(`${formatVerdict(verdict)}\n`);
    if (!verdict.isIntact) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
