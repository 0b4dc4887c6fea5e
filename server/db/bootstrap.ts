import { randomBytes, randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { PROBATION_SITE_NAME, UNLISTED_SITE_NAME } from '../../contract/constants';
import { rolesWith } from '../../contract/permissions';
import { CALIFORNIA_COUNTIES } from './counties';
import type { Database } from './openDatabase';
import { account, county, site } from './schema';
import { hashPassword, type HashingCost } from '../features/auth/passwords';
import { refuseWeakFirstPassword } from '../features/auth/rules';
import type { Settings } from '../settings';

const BOOTSTRAP_LOCK = 726_302;

export interface FirstSuperuser {
  readonly email: string;
  /** Present only when it was generated here; one that was set is not shown. */
  readonly password?: string;
}

/**
 * Puts in place what the product cannot do without: the two sites that carry rules, the counties, and, as long as there
 * is no super user at all, the first one. Processes that start together take turns.
 * @param hashing what the super user's hash takes; as in production unless given
 * @returns the super user that was made, or null when there was one
 * @throws Error, in words, when SUPERUSER_PASSWORD is needed and weak
 */
export async function bootstrap(
  db: Database,
  settings: Settings,
  hashing?: HashingCost,
): Promise<FirstSuperuser | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`);
    await addRuleSites(tx);
    await tx.insert(county).values(CALIFORNIA_COUNTIES).onConflictDoNothing();
    return addFirstSuperuser(tx, settings, hashing);
  });
}

async function addRuleSites(db: Database): Promise<void> {
  for (const [kind, name] of [
    ['probation', PROBATION_SITE_NAME],
    ['unlisted', UNLISTED_SITE_NAME],
  ] as const) {
    if ((await db.$count(site, eq(site.kind, kind))) > 0) continue;
    await db.insert(site).values({ id: randomUUID(), name, kind });
  }
}

async function addFirstSuperuser(
  db: Database,
  settings: Settings,
  hashing?: HashingCost,
): Promise<FirstSuperuser | null> {
  if ((await db.$count(account, inArray(account.role, rolesWith('account.addSuperuser')))) > 0)
    return null;
  refuseWeakFirstPassword(settings);
  const generated = randomBytes(15).toString('base64url');
  await db.insert(account).values({
    id: randomUUID(),
    fullname: 'Super User',
    username: settings.SUPERUSER_EMAIL,
    password_hash: await hashPassword(settings.SUPERUSER_PASSWORD ?? generated, hashing),
    password_generated: settings.SUPERUSER_PASSWORD === undefined,
    role: 'SUPERUSER',
    state: 'active',
  });
  return {
    email: settings.SUPERUSER_EMAIL,
    ...(settings.SUPERUSER_PASSWORD === undefined && { password: generated }),
  };
}
