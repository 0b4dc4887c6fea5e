/** The sites of accounts. */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { SITE_REFUSALS } from '../../../contract/staffConstants';
import type { SchoolChoice } from '../../../contract/entities/account';
import { sameKey } from '../../../contract/textMatching';
import type { Database } from '../../db/database';
import { account, account_site, site } from '../../db/schema';
import { sameKeyOf } from '../../db/textKeys';
import { bodyIssue, ConflictError, InvalidFieldsError } from '../../http/errors';

/**
 * Resolves chosen sites to their ids.
 * @param accountId allows this account's own sites even if they are deleted
 * @throws InvalidFieldsError when a choice is not a live site
 */
export async function resolveSiteIds(
  db: Database,
  choices: readonly SchoolChoice[],
  accountId?: string,
): Promise<string[]> {
  const ids = await findSiteIds(db, choices, accountId);
  const found = ids.filter((id) => id !== undefined);
  if (found.length < ids.length)
    throw new InvalidFieldsError([bodyIssue('schools', 'Names a site that does not exist')]);
  return [...new Set(found)];
}

/**
 * Adds the chosen sites that do not exist yet and are in `fixedSites`. Of two transactions that add the same site, the second
 * waits for the first, and adds nothing.
 * @param fixedSites names of sites; those that are the same as a choice's are added
 * @returns the ids of the added sites
 * @throws ConflictError if one has the name of a deleted site, which can be restored instead
 */
export async function addFixedSites(
  db: Database,
  choices: readonly SchoolChoice[],
  fixedSites: readonly string[],
): Promise<string[]> {
  const ids = await findSiteIds(db, choices);
  const missing = new Set(
    choices
      .filter((_choice, index) => ids[index] === undefined)
      .map((choice) => sameKey(choice.name)),
  );
  // Sorted, so that concurrent transactions add sites in the same order, to avoid deadlock.
  const added = fixedSites.filter((name) => missing.has(sameKey(name))).toSorted();
  if (added.length === 0) return [];
  const key = sameKeyOf(sql`${site.name}`);
  const isDeleted = and(isNotNull(site.deleted_at), inArray(key, added.map(sameKey)));
  if ((await db.$count(site, isDeleted)) > 0) throw new ConflictError(SITE_REFUSALS.nameDeleted);
  const rows = await db
    .insert(site)
    .values(added.map((name) => ({ id: randomUUID(), name })))
    .onConflictDoNothing()
    .returning({ id: site.id });
  return rows.map(({ id }) => id);
}

/**
 * Finds the ids of live sites by id or, for an unknown id, by name; undefined for a choice that matches neither.
 * @param accountId also matches this account's own sites by id if they are deleted
 */
async function findSiteIds(
  db: Database,
  choices: readonly SchoolChoice[],
  accountId?: string,
): Promise<(string | undefined)[]> {
  if (choices.length === 0) return [];
  const keys = choices.map((choice) => sameKey(choice.name));
  const key = sameKeyOf(sql`${site.name}`);
  const found = await db
    .select({ id: site.id, key })
    .from(site)
    .where(
      and(
        or(
          isNull(site.deleted_at),
          accountId === undefined
            ? undefined
            : inArray(site.id, selectAccountSiteIds(db, accountId)),
        ),
        or(
          inArray(
            site.id,
            choices.map((choice) => choice.id),
          ),
          and(isNull(site.deleted_at), inArray(key, keys)),
        ),
      ),
    )
    // Of sites with the same name, the oldest.
    .orderBy(site.namesake);
  const ids = new Set(found.map((row) => row.id));
  const idsByName = new Map(found.toReversed().map((row) => [row.key, row.id]));
  return choices.map(({ id }, index) => (ids.has(id) ? id : idsByName.get(keys[index] ?? '')));
}

const selectAccountSiteIds = (db: Database, accountId: string) =>
  db
    .select({ id: account_site.site_id })
    .from(account_site)
    .where(eq(account_site.account_id, accountId));

/** Adds sites to an account. Adds nothing if the account does not exist. */
export async function addSites(db: Database, accountId: string, siteIds: readonly string[]) {
  if (siteIds.length === 0) return;
  await db
    .insert(account_site)
    .select(
      db
        .select({ account_id: account.id, site_id: site.id })
        .from(account)
        .innerJoin(site, inArray(site.id, [...siteIds]))
        .where(eq(account.id, accountId)),
    )
    .onConflictDoNothing();
}

/** Replaces the sites of an account. */
export async function replaceSites(
  db: Database,
  account_id: string,
  siteIds: readonly string[],
): Promise<void> {
  await db.delete(account_site).where(eq(account_site.account_id, account_id));
  await addSites(db, account_id, siteIds);
}
