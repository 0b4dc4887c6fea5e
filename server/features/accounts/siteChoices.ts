import type { SchoolChoice } from '../../../contract/entities/account';
import type { Database } from '../../db/database';
import { bodyIssue, InvalidFieldsError } from '../../plugins/errors';
import { findSiteIds } from './siteRepository';

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
  if (!ids)
    throw new InvalidFieldsError([bodyIssue('schools', 'Names a site that does not exist')]);
  return ids;
}
