/**
 * Measures a timing side channel: whether the time of a look-up by a guest's receipt reveals what became of a referral, or to anybody
 * else whether there is one. Looks all kinds up in turn, one request at a time, and compares the times by rank sum.
 */
import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { PROBATION_SITE_NAME, UNLISTED_SITE_NAME } from '../../contract/constants';
import type { Database } from '../../server/db/database';
import { receipt, referral, referral_event, site } from '../../server/db/schema';
import { insertReferrals } from '../../server/db/statements/bulkInsert';
import { vacuumAllTables } from '../../server/db/embedded/vacuum';
import { LOOK_UPS as LOOK_UP_TRIES } from '../../server/features/limits/limits';
import { newTrackingId, rollUpCounters } from '../../server/features/referrals';
import { hashCode } from '../../server/features/referrals/receipts/codes';
import { type Engine, seedStore, withStore } from '../harness/databases';
import { createRequest, createSender } from '../harness/requests';
import { median } from '../harness/load';
import { log } from '../harness/log';
import { startProduct } from '../harness/servers';
import { table } from '../harness/tables';
import type { Options } from '../options';
import { rankSumZ } from './rankSum';

const REFERRALS = 20_000;
/** Look-ups of each kind in a round. */
const LOOK_UPS = 5_000;
const BIRTH_DATE = '2001-01-01';

interface Receipt {
  readonly id: string;
  readonly reference: string;
  readonly code: string;
}
interface Kind {
  readonly name: string;
  /** What the look-up answers. */
  readonly result: 'answer' | 'noMatch';
  /** Puts the referrals into their state. */
  readonly become?: (db: Database, ids: readonly string[]) => Promise<unknown>;
  /** What is typed instead of the right three. */
  readonly typed?: (receipt: Receipt) => object;
}

const set =
  (changes: Partial<typeof referral.$inferInsert>) =>
  async (db: Database, ids: readonly string[]) =>
    db
      .update(referral)
      .set(changes)
      .where(inArray(referral.id, [...ids]));
const wrongCode = () => ({ code: newCode() });
const nobody = () => ({ reference: newTrackingId(), code: newCode() });

/** The first of each answer is the one that others are compared with; the second is the control, which shows the effect of chance. */
const KINDS: readonly Kind[] = [
  { name: 'untouched', result: 'answer' },
  { name: 'untouched (control)', result: 'answer' },
  { name: 'declined', result: 'answer', become: set({ status: 'Declined Services', end_reason: 'moved' }) },
  { name: 'processed', result: 'answer', become: set({ status: 'Processed' }) },
  { name: 'corrected', result: 'answer', become: correct },
  { name: 'deleted', result: 'answer', become: set({ deleted_at: new Date() }) },
  { name: 'held', result: 'answer', become: set({ hold_reason: 'trap' }) },
  { name: 'unknown reference', result: 'noMatch', typed: nobody },
  { name: 'unknown reference (control)', result: 'noMatch', typed: nobody },
  { name: 'known reference, wrong code', result: 'noMatch', typed: wrongCode },
  { name: 'deleted reference, wrong code', result: 'noMatch', typed: wrongCode, become: set({ deleted_at: new Date() }) },
  { name: 'known reference and code, wrong year', result: 'noMatch', typed: () => ({ birth_year: '2002' }) },
]; // prettier-ignore

/** Formats z of each kind against the first with the same answer: beyond about 3, the times differ significantly. */
export async function measureLookUps(engine: Engine, { rounds }: Options): Promise<string> {
  log(`${engine.title}: seeding ${REFERRALS.toLocaleString('en')} referrals and receipts`);
  const store = await engine.create('lookups');
  await seedStore(store, REFERRALS);
  const receipts = await withStore(store, (db) =>
    addReceipts(db, (LOOK_UPS * rounds) / LOOK_UP_TRIES.max),
  );
  const { port, stop } = await startProduct(store);
  const send = createSender(port);
  const times = new Map(KINDS.map(({ name }) => [name, [] as number[]]));
  for (let time = 0; time < LOOK_UPS * rounds; time += 1) {
    if (time % 500 === 0) log(`${engine.title}: look-up ${time} of each kind`);
    for (const { name, result, typed } of shuffled(KINDS)) {
      const own = receipts.get(name) ?? [];
      const one = own[time % own.length];
      if (!one) throw new Error(`No receipt: ${name}`);
      const { reference, code } = one;
      const json = { reference, code, birth_year: BIRTH_DATE.slice(0, 4), ...typed?.(one) };
      const request = createRequest('lookUp', { json });
      const started = performance.now();
      const text = await send(request);
      times.get(name)?.push(performance.now() - started);
      if (!text.includes(`"${result}"`)) throw new Error(`${name}: ${text}`);
    }
  }
  await stop();
  await store.remove();
  const rows = KINDS.map(({ name, result }) => {
    const base = times.get(KINDS.find((kind) => kind.result === result)?.name ?? '') ?? [];
    const own = times.get(name) ?? [];
    return [result, name, base === own ? null : rankSumZ(base, own), median(own)];
  });
  return [
    `### ${engine.title}: what the time of a look-up tells, z of ${(LOOK_UPS * rounds).toLocaleString('en')} look-ups each`,
    table(['answer', 'of what', 'z', 'median, ms'], rows),
  ].join('\n\n');
}

/** In another order each time, so that no kind always follows the same other. */
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, rank: Math.random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);

/** A code that no receipt has. */
const newCode = () => randomUUID().replaceAll('-', '').slice(0, 16);

/** Adds referrals of guests with receipts, so many of each kind. */
async function addReceipts(db: Database, count: number): Promise<Map<string, Receipt[]>> {
  const sites = await db.select().from(site).orderBy(site.name);
  const own = sites.find(({ name }) => name !== PROBATION_SITE_NAME && name !== UNLISTED_SITE_NAME);
  const added = new Map<string, Receipt[]>();
  for (const { name, become } of KINDS) {
    const receipts = Array.from({ length: count }, () => ({
      id: randomUUID(),
      reference: newTrackingId(),
      code: newCode(),
    }));
    await insertReferrals(
      db,
      receipts.map(({ id, reference }, index) => ({
        id,
        tracking_id: reference,
        site_id: own?.id ?? '',
        substance: ['Alcohol-related'],
        first_name: 'Sam',
        last_name: 'Guest',
        contact_number: '555 0100000',
        contact_digits: '5550100000',
        sex: 'Male' as const,
        dob: BIRTH_DATE,
        status: 'Pending' as const,
        entry_date: new Date(Date.now() - index * 60_000),
      })),
    );
    await db.insert(receipt).values(
      receipts.map(({ id, code }) => ({
        referral_id: id,
        code_hash: hashCode(code),
        birth_year: Number(BIRTH_DATE.slice(0, 4)),
      })),
    );
    const ids = receipts.map(({ id }) => id);
    await become?.(db, ids);
    added.set(name, receipts);
  }
  await rollUpCounters(db);
  await vacuumAllTables(db);
  return added;
}

/** Corrects birth date and name, as staff do: what was filed is in the history. */
async function correct(db: Database, ids: readonly string[]): Promise<void> {
  await db.insert(referral_event).values(
    ids.map((id) => ({
      referral_id: id,
      kind: 'corrected' as const,
      changes: [
        { field: 'dob', from: BIRTH_DATE, to: '1999-01-01' },
        { field: 'first_name', from: 'Sam', to: 'Samuel' },
      ],
    })),
  );
  await set({ dob: '1999-01-01', first_name: 'Samuel' })(db, ids);
}
