/**
 * `npm run seed -- --referrals N`: adds example sites, managers and N synthetic referrals, the same people every time.
 * Refuses a database with any other content, unless `--into` gives its name.
 * Only one process can open the embedded database, so stop the server first.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { describeDatabase } from '../../server/settings/databaseUrl';
import type { Database } from '../../server/db/database';
import { openDatabase } from '../../server/db/openDatabase';
import { seed } from '../../server/seed/seed';
import { describeRealData } from '../../server/seed/seedGuard';
import { vacuumAllTables } from '../../server/db/embedded/vacuum';
import { bootstrap } from '../../server/seed/bootstrap';
import { handleHelpOptions } from '../../server/commandLine';
import { readSettings, type Settings } from '../../server/settings/settings';
import { commandEnvironment } from '../../server/settings/settingsFile';
import { runCommand } from './terminal/runCommand';
import { showProgress } from './terminal/showProgress';

handleHelpOptions(`
npm run seed -- --referrals N

Adds example sites, managers and N synthetic referrals, the same people every time. Stop the server first.`);

await runCommand(async () => {
  const { values } = parseArgs({
    options: { referrals: { type: 'string', default: '0' }, into: { type: 'string' } },
  });
  const referrals = Number(values.referrals);
  if (!Number.isSafeInteger(referrals) || referrals < 0) {
    throw new Error('--referrals takes a whole number, such as 500');
  }

  const settings = readSettings(commandEnvironment(process.env));
  const database = await openDatabase(settings, { statementTimeout: 0 });
  try {
    await refuseForeign(database.db, settings, values.into);
    const superuser = await bootstrap(database.db, settings);
    if (superuser) {
      const password = superuser.password ?? 'as set by SUPERUSER_PASSWORD';
      process.stdout.write(`First super user: ${superuser.email}, password: ${password}\n`);
    }
    const { sites, managers } = await seed(database.db, referrals, showProgress(referrals));
    await vacuumAllTables(database.db);
    process.stdout.write(
      `Added ${sites} sites, ${managers} managers and ${referrals} referrals to ${describeDatabase(settings)}.\n`,
    );
  } finally {
    await database.close();
  }
});

/** Refuses a database with other data: synthetic and real people could only be separated by hand. */
async function refuseForeign(
  db: Database,
  settings: Settings,
  into: string | undefined,
): Promise<void> {
  const name = settings.DATABASE_URL ? await readDatabaseName(db) : basename(settings.DATA_DIR);
  if (into !== undefined && into !== name) {
    throw new Error(
      `--into names another database than ${describeDatabase(settings)}, which is ${name}.`,
    );
  }
  const foreign = into === undefined ? await describeRealData(db) : undefined;
  if (foreign === undefined) return;
  throw new Error(
    `There is data in ${describeDatabase(settings)} that this command does not create: ${foreign}. Nothing was added.\n` +
      `To add synthetic people anyway, add --into ${name}.`,
  );
}

async function readDatabaseName(db: Database): Promise<string> {
  const { rows } = z
    .object({ rows: z.tuple([z.object({ name: z.string() })]) })
    .parse(await db.execute(sql`select current_database() as name`));
  return rows[0].name;
}
