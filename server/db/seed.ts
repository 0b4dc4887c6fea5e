/** Synthetic people and places for trying things out; the same for the same number, and nobody real. */
import { randomUUID } from 'node:crypto';
import { asc, inArray, isNull } from 'drizzle-orm';
import { REFERRAL_STATUSES, SEXES, SUBSTANCES } from '../../contract/constants';
import { hashPassword } from '../features/auth/passwords';
import { newTrackingId, type NewReferral } from '../features/referrals/rules';
import type { Database } from './openDatabase';
import { account, account_site, referral, site } from './schema';

const EXAMPLE_SITES = [
  'Alder Creek High School', 'Birchwood Middle School', 'Canyon View High School',
  'Delta Continuation School', 'Eastside Community Day School', 'Foothill High School',
  'Granite Bay Charter', 'Harbor Middle School', 'Juniper Valley High School',
  'Lakeside Academy', 'Mesa Verde High School', 'North Fork Middle School',
]; // prettier-ignore
const FIRST_NAMES = ['Alex', 'Ana', 'Ben', 'Camila', 'Diego', 'Elena', 'Finn', 'Grace', 'Hugo', 'Isla', 'José', 'Kai', 'Lucía', 'Maya', 'Noah', 'Omar', 'Paz', 'Quinn', 'Rosa', 'Sam']; // prettier-ignore
const LAST_NAMES = ['Abbott', 'Brooks', 'Castillo', 'Delgado', 'Ellis', 'Fuentes', 'García', 'Hughes', 'Ibarra', 'Jensen', 'Kim', 'López', 'Moreno', 'Nguyen', 'Ortega', 'Park', 'Quiroz', 'Rivera', 'Santos', 'Tran']; // prettier-ignore
const NOTES = [null, 'Asked to be called after school.', 'Prefers Spanish.', 'Parent knows about this referral.']; // prettier-ignore
const MANAGERS = ['Alex Delgado', 'Camila Hughes', 'Jordan Kim', 'Morgan Rivera', 'Quinn Santos'];
/** Every so many referrals come from a manager, the others from guests. */
const FROM_MANAGER = 3;
const SITES_EACH = 4;
const BATCH = 500;
const MINUTE = 60_000;

/**
 * Adds the example sites and managers that are not there yet, and referrals spread over them, one every ten minutes back
 * from now. Nobody knows the managers' passwords.
 * @param count how many referrals
 */
export async function seed(
  db: Database,
  count: number,
): Promise<{ sites: number; managers: number; referrals: number }> {
  const added = await db
    .insert(site)
    .values(EXAMPLE_SITES.map((name) => ({ id: randomUUID(), name })))
    .onConflictDoNothing()
    .returning({ id: site.id });
  const sites = await db
    .select({ id: site.id, kind: site.kind })
    .from(site)
    .where(isNull(site.deleted_at))
    .orderBy(site.name);
  const siteIds = sites.filter(({ kind }) => kind !== 'probation').map(({ id }) => id);
  const managers = await addManagers(db, siteIds);
  const random = randomNumbers(count);
  for (let done = 0; done < count; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => ({
      ...personFrom(random, siteIds),
      id: randomUUID(),
      tracking_id: newTrackingId(),
      entry_date: new Date(Date.now() - (done + index) * 10 * MINUTE),
      created_by: index % FROM_MANAGER === 0 ? managers.ids[index % managers.ids.length] : null,
    }));
    await db.insert(referral).values(rows);
  }
  return { sites: added.length, managers: managers.added, referrals: count };
}

/** Managers of a few of the sites each. */
async function addManagers(db: Database, siteIds: readonly string[]) {
  const password_hash = await hashPassword(randomUUID());
  const people = MANAGERS.map((fullname) => ({
    id: randomUUID(),
    fullname,
    username: `${fullname.toLowerCase().replace(' ', '.')}@example.org`,
    password_hash,
    role: 'MANAGER' as const,
    state: 'active' as const,
  }));
  const added = await db
    .insert(account)
    .values(people)
    .onConflictDoNothing()
    .returning({ id: account.id });
  const places = added.flatMap(({ id }, index) =>
    siteIds.slice(index, index + SITES_EACH).map((site_id) => ({ account_id: id, site_id })),
  );
  if (places.length > 0) await db.insert(account_site).values(places);
  const all = await db
    .select({ id: account.id })
    .from(account)
    .where(
      inArray(
        account.username,
        people.map(({ username }) => username),
      ),
    )
    .orderBy(asc(account.username));
  return { added: added.length, ids: all.map(({ id }) => id) };
}

function personFrom(random: () => number, siteIds: readonly string[]): NewReferral {
  const pick = <T>(options: readonly T[]): T => options[Math.floor(random() * options.length)] as T;
  const digits = `55501${String(Math.floor(random() * 100_000)).padStart(5, '0')}`;
  const year = 1960 + Math.floor(random() * 52);
  const month = 1 + Math.floor(random() * 12);
  const day = 1 + Math.floor(random() * 28);
  const substance = new Set([pick(SUBSTANCES).name, pick(SUBSTANCES).name]);
  return {
    site_id: pick(siteIds),
    substance: [...substance],
    first_name: pick(FIRST_NAMES),
    last_name: `${pick(LAST_NAMES)}-${pick(LAST_NAMES)}`,
    contact_number: `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
    contact_digits: digits,
    sex: pick(SEXES),
    dob: [year, month, day].map((part) => String(part).padStart(2, '0')).join('-'),
    notes: pick(NOTES),
    status: pick(REFERRAL_STATUSES),
  };
}

/** Numbers from 0 to 1 that are the same for the same seed (a linear congruential generator modulo 2^32). */
function randomNumbers(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
