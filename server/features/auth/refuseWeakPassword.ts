import { isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database';
import { site } from '../../db/schema';
import { InvalidFieldsError } from '../../http/errors';
import { findPasswordIssues, type PasswordField } from './rules';

/**
 * Refuses a weak new password.
 * @param person the person's email and name
 * @throws InvalidFieldsError
 */
export async function refuseWeakPassword(
  { database, settings }: Pick<FastifyInstance, 'database' | 'settings'>,
  field: PasswordField,
  password: string,
  person: readonly string[],
): Promise<void> {
  const sites = await listSiteNames(database.db);
  const issues = findPasswordIssues(settings, field, password, [...person, ...sites]);
  if (issues.length > 0) throw new InvalidFieldsError(issues);
}

/** The names of all live sites. */
async function listSiteNames(db: Database): Promise<string[]> {
  const rows = await db.select({ name: site.name }).from(site).where(isNull(site.deleted_at));
  return rows.map(({ name }) => name);
}
