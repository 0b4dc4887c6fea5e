import type { Database } from '../../db/database';
import { readClock } from '../../db/statements/storedTimes';

/** The time of the database's clock, which all processes share. */
export const readNow = async (db: Database): Promise<Date> =>
  new Date((await readClock(db)) * 1_000);
