/**
 * Measures a timing side channel: whether the time of a search reveals names that the reader may not see. Searches for absent
 * and hidden words in turn, one request at a time, and compares the times by rank sum.
 */
import { randomUUID } from 'node:crypto';
import { eq, like, sql } from 'drizzle-orm';
import { PROBATION_SITE_NAME, UNLISTED_SITE_NAME } from '../../contract/constants';
import type { Database } from '../../server/db/database';
import { account, account_site, referral, site } from '../../server/db/schema';
import { insertReferrals } from '../../server/db/statements/bulkInsert';
import { vacuumAllTables } from '../../server/db/embedded/vacuum';
import { hashPassword } from '../../server/features/auth';
import { newTrackingId, rollUpCounters } from '../../server/features/referrals';
import { type Engine, seedStore, SUPERUSER, withStore } from '../harness/databases';
import { createRequest, createSender, signIn } from '../harness/requests';
import { log } from '../harness/log';
import { startProduct } from '../harness/servers';
import { table } from '../harness/tables';
import type { Options } from '../options';
import { rankSumZ } from './rankSum';

const REFERRALS = 50_000;
const MANY = 3_000;
const MANAGER = 'reader@bench.example.org';
/** Two words that no name contains: the second is the control, which shows the effect of chance alone. */
const ABSENT = ['qvabsent', 'qvnobody'] as const;
const HIDDEN = {
  'at another site': ['qvelsone', 'qvelsmany'],
  deleted: ['qvdelone', 'qvdelmany'],
  held: ['qvheldone', 'qvheldmany'],
  'before a correction': ['qvcorrone', 'qvcorrmany'],
} as const;
/** Searches for each word. */
const SEARCHES = 400;

/** Formats z of each hidden word against an absent one: beyond about 3, the times differ significantly. */
export async function measureSecrecy(engine: Engine, { rounds }: Options): Promise<string> {
  log(`${engine.title}: seeding ${REFERRALS.toLocaleString('en')} referrals and hidden names`);
  const store = await engine.create('secrecy');
  await seedStore(store, REFERRALS);
  await withStore(store, hideNames);
  const { port, stop } = await startProduct(store);
  const send = createSender(port);
  const rows = [];
  for (const [who, username] of [
    ['manager', MANAGER],
    ['super user', SUPERUSER.SUPERUSER_EMAIL],
  ] as const) {
    const bearer = await signIn(send, username);
    for (const field of ['q', 'name'] as const) {
      log(`${engine.title}: searches of a ${who} by ${field}`);
      const times = await timeSearches(SEARCHES * rounds, (word) =>
        send(createRequest('listWorklist', { json: { [field]: word }, bearer })),
      );
      const [absent, control] = ABSENT.map((word) => times.get(word) ?? []);
      rows.push([who, field, 'nobody (control)', rankSumZ(absent ?? [], control ?? []), null]);
      for (const [how, words] of Object.entries(HIDDEN)) {
        // A super user sees all sites.
        if (who === 'super user' && how === 'at another site') continue;
        const [one, many] = words.map((word) => rankSumZ(absent ?? [], times.get(word) ?? []));
        rows.push([who, field, how, one ?? NaN, many ?? NaN]);
      }
    }
  }
  await stop();
  await store.remove();
  return [
    `### ${engine.title}: what the time of a search tells, z of ${SEARCHES * rounds} searches each`,
    table(['reader', 'filter', 'name', 'one has it', `${MANY.toLocaleString('en')} have it`], rows),
  ].join('\n\n');
}

/** Searches for all words in turn, in another order each time. @returns milliseconds by word */
async function timeSearches(
  times: number,
  search: (word: string) => Promise<unknown>,
): Promise<ReadonlyMap<string, number[]>> {
  const words: string[] = [...ABSENT, ...Object.values(HIDDEN).flat()];
  const taken = new Map(words.map((word) => [word, [] as number[]]));
  for (let time = 0; time < times; time += 1) {
    const from = time % words.length;
    for (const word of [...words.slice(from), ...words.slice(0, from)]) {
      const started = performance.now();
      await search(word);
      taken.get(word)?.push(performance.now() - started);
    }
  }
  return taken;
}

/** Adds the hidden names, and a manager of the first site. */
async function hideNames(db: Database): Promise<void> {
  const sites = await db.select().from(site).orderBy(site.name);
  const [own, other] = sites.filter(
    ({ name }) => name !== PROBATION_SITE_NAME && name !== UNLISTED_SITE_NAME,
  );
  for (const [how, [one, many]] of Object.entries(HIDDEN)) {
    const site_id = (how === 'at another site' ? other?.id : own?.id) ?? '';
    const add = (first_name: string, count: number) =>
      insertReferrals(
        db,
        Array.from({ length: count }, (_, index) => createHidden(first_name, site_id, index)),
      );
    await add(one, 1);
    await add(many, MANY);
  }
  await db
    .update(referral)
    .set({ deleted_at: sql`now()` })
    .where(like(referral.first_name, 'qvdel%'));
  await db
    .update(referral)
    .set({ hold_reason: 'trap' })
    .where(like(referral.first_name, 'qvheld%'));
  await db.update(referral).set({ first_name: 'Sam' }).where(like(referral.first_name, 'qvcorr%'));
  const [manager] = await db
    .insert(account)
    .values({
      id: randomUUID(),
      username: MANAGER,
      fullname: 'Reading Manager',
      role: 'MANAGER',
      state: 'active',
      password_hash: await hashPassword(SUPERUSER.SUPERUSER_PASSWORD),
    })
    .returning();
  await db.insert(account_site).values({ account_id: manager?.id ?? '', site_id: own?.id ?? '' });
  await db
    .update(account)
    .set({ email_confirmed_at: sql`now()` })
    .where(eq(account.username, MANAGER));
  await rollUpCounters(db);
  await vacuumAllTables(db);
}

const createHidden = (first_name: string, site_id: string, index: number) => ({
  id: randomUUID(),
  tracking_id: newTrackingId(),
  site_id,
  substance: ['Alcohol-related'],
  first_name,
  last_name: 'Hidden',
  contact_number: '555 0100000',
  contact_digits: '5550100000',
  sex: 'Male' as const,
  dob: '2001-01-01',
  status: 'Pending' as const,
  entry_date: new Date(Date.now() - index * 60_000),
});
