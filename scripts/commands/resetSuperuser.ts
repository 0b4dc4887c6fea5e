/**
 * `npm run reset-superuser -- EMAIL`: gives a super user who can no longer log in a new password, prints it once, and removes
 * all delays and lockouts of the account. Run it as the server's user, with the server's settings. Only one process can open
 * the embedded database, so stop the server first; with a PostgreSQL it works at any time.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../../server/db/openDatabase';
import { resetSuperuser } from '../../server/features/auth';
import { handleHelpOptions } from '../../server/commandLine';
import { createKeyedHmac } from '../../server/features/limits';
import { hasSecret, readSecret } from '../../server/db/dataFolder/secret';
import { readSettings } from '../../server/settings/settings';
import { commandEnvironment } from '../../server/settings/settingsFile';
import { runCommand } from './terminal/runCommand';

handleHelpOptions(`
npm run reset-superuser -- EMAIL  or: node dist/server/reset-superuser.js EMAIL

Gives a super user who cannot log in a new password and prints it once. With the embedded database, stop the server first.`);

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [email, ...more] = positionals;
  if (email === undefined || more.length > 0) {
    throw new Error('Say whose password is to be reset: npm run reset-superuser -- EMAIL');
  }
  const settings = readSettings(commandEnvironment(process.env));
  // With another secret the lockout would not be found, and this command must not create one.
  if (!hasSecret(settings)) {
    throw new Error(
      `No server has run with this DATA_DIR (${settings.DATA_DIR}), and JWT_SECRET is not set. Give this command the server's settings.`,
    );
  }
  const hmac = createKeyedHmac(readSecret(settings));
  const database = await openDatabase(settings);
  try {
    if (!database.hasFreeSpace()) throw new Error('The disk is full. Make room first.');
    const password = await resetSuperuser(database.db, { settings, hmac }, email);
    process.stdout.write(
      `The new password: ${password}   (shown this once: keep it)\nAll sessions and reset links of the account have ended.\n`,
    );
  } finally {
    await database.close();
  }
});
