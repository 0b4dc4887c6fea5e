/** The referral that an attempt is saved on, or a day to call back. */
import { and, eq } from 'drizzle-orm';
import type { FollowUpRules } from '../../../../contract/nextStep';
import type { ReferralStatus } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { referral } from '../../../db/schema';
import { NotFoundError } from '../../../http/errors';
import type { Caller } from '../../access';
import { changeReferral } from '../changeReferral';
import { toStatusChange } from '../ending';
import type { ReferralRow } from '../events';
import { isVisible } from '../visibility';

const isIt = (caller: Caller, id: string) => and(eq(referral.id, id), isVisible(caller));

/** @throws NotFoundError if the referral is missing, out of the caller's scope or held */
export async function lockVisible(db: Database, caller: Caller, id: string): Promise<ReferralRow> {
  const [row] = await db.select().from(referral).where(isIt(caller, id)).for('no key update');
  if (!row) throw new NotFoundError();
  return row;
}

/**
 * Sets a status in the same save as an attempt.
 * @param version the expected version; any version if omitted
 * @throws NotFoundError if the referral is missing, out of the caller's scope or held
 * @throws StaleError if its version differs
 */
export const changeStatus = (
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  id: string,
  status: ReferralStatus,
  version?: number,
) => changeReferral(db, caller, rules, isIt(caller, id), toStatusChange({ status }), version);
