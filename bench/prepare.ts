/** Makes the data of one size, once: by the same code as `npm run seed`. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hashOf } from '../scripts/hashOf';
import { showProgress } from '../scripts/showProgress';
import { firstStart } from '../server/db/firstStart';
import { openDatabase } from '../server/db/openDatabase';
import { seed } from '../server/db/seed';
import { refreshStatistics } from '../server/db/statistics';
import { foldTally } from '../server/features/referrals/tallyRepository';
import { readSettings } from '../server/settings';
import type { Engine, Store } from './engines';
import type { Options } from './options';
import { settingsOf } from './people';
import { say } from './say';
import { chooseSearched, searchedValuesSchema } from './searchedValues';

const preparedSchema = z.object({
  /** The name under which the engine keeps it. */
  name: z.string(),
  /** Of what it was made by: when that changes, it is made anew. */
  madeBy: z.string(),
  referrals: z.number(),
  /** What seeding took, statistics included. */
  seconds: z.number(),
  values: searchedValuesSchema,
});
export type Prepared = z.output<typeof preparedSchema>;

const MADE_BY = ['server/db', 'bench/searchedValues.ts', 'bench/people.ts'];

export async function prepare(
  engine: Engine,
  referrals: number,
  { data }: Options,
): Promise<Prepared> {
  const madeBy = hashOf(MADE_BY);
  const name = `prepared_${referrals}`;
  const note = join(data, engine.name, `${name}.json`);
  if (existsSync(note)) {
    const kept = preparedSchema.parse(JSON.parse(readFileSync(note, 'utf8')));
    if (kept.madeBy === madeBy) return kept;
    rmSync(note);
  }
  say(`${engine.title}: seeding ${referrals.toLocaleString('en')} referrals`);
  const store = await engine.create(name);
  const made = await fill(store, referrals);
  const prepared = { name, madeBy, referrals, ...made };
  writeFileSync(note, JSON.stringify(prepared, null, 2));
  return prepared;
}

async function fill(store: Store, referrals: number) {
  const settings = readSettings(settingsOf(store));
  const database = await openDatabase(settings);
  try {
    const { db } = database;
    const started = performance.now();
    await firstStart(db, settings);
    await seed(db, referrals, showProgress(referrals));
    await foldTally(db);
    await refreshStatistics(db);
    const seconds = (performance.now() - started) / 1_000;
    return { seconds, values: await chooseSearched(db) };
  } finally {
    await database.close();
  }
}
