/**
 * `npm run seed -- --referrals N`: example sites, managers and N synthetic referrals, the same people every time. Refuses a
 * database that holds anything else, unless `--into` gives its name.
 * The embedded database has one opener, so stop the server first.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { describeDatabase } from '../server/db/databaseAddress';
import { type Database, openDatabase } from '../server/db/openDatabase';
import { seed } from '../server/db/seed';
import { describeForeign } from '../server/db/seedGuard';
import { refreshStatistics } from '../server/db/statistics';
import { bootstrap } from '../server/db/bootstrap';
import { answerHelp } from '../server/commandLine';
import { readSettings, type Settings } from '../server/settings';
import { commandEnvironment } from '../server/settingsFile';
import { asCommand } from './asCommand';
import { showProgress } from './showProgress';

answerHelp(`
npm run seed -- --referrals N

Adds example sites, managers and N synthetic referrals, the same people every time. Stop the server first.`);

await asCommand(async () => {
  const { values } = parseArgs({
    options: { referrals: { type: 'string', default: '0' }, into: { type: 'string' } },
  });
  const referrals = Number(values.referrals);
  if (!Number.isSafeInteger(referrals) || referrals < 0) {
    throw new Error('--referrals takes a whole number, such as 500');
  }

  const settings = readSettings(commandEnvironment(process.env));
  const database = await openDatabase(settings);
  try {
    await refuseForeign(database.db, settings, values.into);
    const superuser = await bootstrap(database.db, settings);
    if (superuser) {
      const password = superuser.password ?? 'as set by SUPERUSER_PASSWORD';
      process.stdout.write(`First super user: ${superuser.email}, password: ${password}\n`);
    }
    const { sites, managers } = await seed(database.db, referrals, showProgress(referrals));
    await refreshStatistics(database.db);
    process.stdout.write(
      `Added ${sites} sites, ${managers} managers and ${referrals} referrals to ${describeDatabase(settings)}.\n`,
    );
  } finally {
    await database.close();
  }
});

/** Synthetic people among real ones could only be told apart by hand. */
async function refuseForeign(
  db: Database,
  settings: Settings,
  into: string | undefined,
): Promise<void> {
  const name = settings.DATABASE_URL ? await nameOf(db) : basename(settings.DATA_DIR);
  if (into !== undefined && into !== name) {
    throw new Error(
      `--into names another database than ${describeDatabase(settings)}, which is ${name}.`,
    );
  }
  const foreign = into === undefined ? await describeForeign(db) : undefined;
  if (foreign === undefined) return;
  throw new Error(
    `There is more in ${describeDatabase(settings)} than this command makes: ${foreign}. Nothing was added.\n` +
      `To put synthetic people among them all the same, add --into ${name}.`,
  );
}

async function nameOf(db: Database): Promise<string> {
  const { rows } = z
    .object({ rows: z.tuple([z.object({ name: z.string() })]) })
    .parse(await db.execute(sql`select current_database() as name`));
  return rows[0].name;
}
