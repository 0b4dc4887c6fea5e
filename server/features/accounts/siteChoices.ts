import type { SchoolChoice } from '../../../contract/entities/account';
import type { Database } from '../../db/openDatabase';
import { bodyIssue, InvalidFieldsError } from '../../plugins/errors';
import { resolveSites } from './siteRepository';

/**
 * The ids of the sites that were chosen.
 * @param accountId whose own sites may stay, though they were deleted since
 * @throws InvalidFieldsError when one of them is not a live site
 */
export async function sitesOf(
  db: Database,
  choices: readonly SchoolChoice[],
  accountId?: string,
): Promise<string[]> {
  const ids = await resolveSites(db, choices, accountId);
  if (!ids)
    throw new InvalidFieldsError([bodyIssue('schools', 'Names a site that does not exist')]);
  return ids;
}
