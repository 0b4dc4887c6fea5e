/** The other referrals of a person, whose consents end and are accounted for together. */
import { and, eq, sql } from 'drizzle-orm';
import { SAME_PERSON_LIMITS } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { referral } from '../../../db/schema';
import type { Caller } from '../../access';
import { isOfSamePerson } from '../duplicates/agreement';
import { isVisible } from '../visibility';

/** Finds the ids of the other referrals of a referral's person that the caller may see. */
export async function findOthersOfPerson(
  db: Database,
  caller: Caller,
  id: string,
): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select ${referral.id} from ${referral}, (select * from ${referral} where ${eq(referral.id, id)}) mine
    where ${and(isVisible(caller), isOfSamePerson)} limit ${SAME_PERSON_LIMITS.sorted}`)) as {
    rows: { id: string }[];
  };
  return rows.map((row) => row.id);
}
