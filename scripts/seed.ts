/**
 * `npm run seed -- --referrals N`: example sites, managers and N synthetic referrals, the same people every time.
 * The embedded database has one opener, so stop the server first.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../server/db/openDatabase';
import { seed } from '../server/db/seed';
import { refreshStatistics } from '../server/db/statistics';
import { firstStart } from '../server/db/firstStart';
import { readSettings } from '../server/settings';
import { asCommand } from './asCommand';
import { showProgress } from './showProgress';

await asCommand(async () => {
  const { values } = parseArgs({ options: { referrals: { type: 'string', default: '0' } } });
  const referrals = Number(values.referrals);
  if (!Number.isSafeInteger(referrals) || referrals < 0) {
    throw new Error('--referrals takes a whole number, such as 500');
  }

  const settings = readSettings(process.env);
  const database = await openDatabase(settings);
  try {
    const superuser = await firstStart(database.db, settings);
    if (superuser) {
      const password = superuser.password ?? 'as set by SUPERUSER_PASSWORD';
      process.stdout.write(`First super user: ${superuser.email}, password: ${password}\n`);
    }
    const { sites, managers } = await seed(database.db, referrals, showProgress(referrals));
    await refreshStatistics(database.db);
    process.stdout.write(
      `Added ${sites} sites, ${managers} managers and ${referrals} referrals.\n`,
    );
  } finally {
    await database.close();
  }
});
