/** Measures the list of what is to do today, with as many referrals due in a small archive and in a large one. */
import { sql } from 'drizzle-orm';
import type { AnyCallName } from '../../contract/calls';
import { OPEN_STATUSES } from '../../contract/staffConstants';
import { vacuumAllTables } from '../../server/db/embedded/vacuum';
import { account, contact_attempt, referral } from '../../server/db/schema';
import { withoutIndexes } from '../../server/db/statements/bulkInsert';
import { type Engine, seedStore, type Store, withStore } from '../harness/databases';
import { createRequestLoad, measure, type Measured } from '../harness/load';
import { log } from '../harness/log';
import { createRequest, createSender, signIn } from '../harness/requests';
import { startProduct } from '../harness/servers';
import type { Options } from '../options';

/** Numbers of referrals that are due: a morning, and a desk that was left alone. The larger first, as some are closed afterwards. */
const DUE = [5_000, 40] as const;
const CONNECTIONS = 4;
const CALLS = {
  'the first page': { call: 'listToday', search: 'view=everyone' },
  'its count': { call: 'countToday', search: 'view=everyone' },
} as const satisfies Record<string, { call: AnyCallName; search: string }>;

/** The measurements of a call, one for each size and round. */
export interface TodayResult {
  readonly due: number;
  readonly call: string;
  readonly runs: { readonly referrals: number; readonly rounds: Measured[] }[];
}

export async function measureToday(
  engine: Engine,
  { referrals: sizes, rounds, seconds }: Options,
): Promise<{ title: string; results: readonly TodayResult[] }> {
  const stores: { referrals: number; store: Store }[] = [];
  for (const referrals of sizes) {
    log(
      `${engine.title}: seeding ${referrals.toLocaleString('en')} referrals for the list of today`,
    );
    const store = await engine.create(`today_${referrals}`);
    await seedStore(store, referrals);
    stores.push({ referrals, store });
  }
  const results: TodayResult[] = [];
  for (const due of DUE) {
    for (const { store } of stores) await leaveDue(store, due);
    const ofDue = Object.keys(CALLS).map((call): TodayResult => ({
      due,
      call,
      runs: stores.map(({ referrals }) => ({ referrals, rounds: [] })),
    }));
    for (let round = 1; round <= rounds; round += 1) {
      log(`${engine.title}: ${due.toLocaleString('en')} due, round ${round} of ${rounds}`);
      for (const [index, { store }] of stores.entries()) {
        const { port, stop } = await startProduct(store);
        const bearer = await signIn(createSender(port));
        for (const { call, runs } of ofDue) {
          const { call: name, search } = CALLS[call as keyof typeof CALLS];
          const load = createRequestLoad(port, () => createRequest(name, { search, bearer }));
          runs[index]?.rounds.push(await measure(load, { connections: CONNECTIONS, seconds }));
        }
        await stop();
      }
    }
    results.push(...ofDue);
  }
  for (const { store } of stores) await store.remove();
  return { title: engine.title, results };
}

/** Leaves the newest referrals open, each with two attempts, and closes all others. */
async function leaveDue(store: Store, due: number): Promise<void> {
  await withStore(store, async (db) => {
    const open = sql.join(OPEN_STATUSES.map((status) => sql`${status}`), sql`, `); // prettier-ignore
    const newest = sql`(
      select ${referral.id} from ${referral}
      where ${referral.deleted_at} is null and ${referral.hold_reason} is null
      order by ${referral.entry_date} desc, ${referral.id} desc limit ${due})`;
    await db.transaction((tx) =>
      // Of a million referrals this closes 400,000: with the indexes in place that takes over 20 minutes.
      withoutIndexes(tx, ['referral'], async () => {
        await tx.execute(sql`
          update ${referral} set status = 'Processed' where status in (${open}) and id not in ${newest}`);
        await tx.execute(sql`update ${referral} set status = 'Pending' where id in ${newest}`);
      }),
    );
    await db.execute(sql`
      insert into ${contact_attempt}
        (id, referral_id, batch_id, at, actor_id, channel, whom, outcome, number_digits, effect)
      select gen_random_uuid(), r.id, gen_random_uuid(), now() - n * interval '1 day', (
        select id from ${account} order by id limit 1), 'call', 'person', 'noAnswer', '5550100', '{}'
      from ${referral} r, generate_series(1, 2) n
      where r.id in ${newest} and not exists (
        select 1 from ${contact_attempt} a where a.referral_id = r.id)`);
    await vacuumAllTables(db);
    await db.execute(sql`checkpoint`);
  });
}
