import { randomBytes, randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { PROBATION_SITE_NAME, UNLISTED_SITE_NAME } from '../../contract/constants';
import { rolesWith } from '../../contract/permissions';
import { CALIFORNIA_COUNTIES } from './counties';
import type { Database } from '../db/database';
import { account, county, site } from '../db/schema';
import { hashPassword, type HashingCost, refuseWeakFirstPassword } from '../features/auth';
import type { Settings } from '../settings/settings';

const BOOTSTRAP_LOCK = 726_302;

export interface FirstSuperuser {
  readonly email: string;
  /** Present only when generated here; a password from SUPERUSER_PASSWORD is not shown. */
  readonly password?: string;
}

/**
 * Creates the data that the product requires: the two sites with special rules, the counties and, if no super user exists,
 * the first one. An advisory lock serializes processes that start together.
 * @param hashing cost of the super user's password hash; the production cost by default
 * @returns the super user that was created, or null if one exists
 * @throws Error with a message for the operator when SUPERUSER_PASSWORD is needed and weak
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
  if ((await db.$count(account, inArray(account.role, rolesWith('superuser.add')))) > 0)
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
