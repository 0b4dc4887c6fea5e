/** The other referrals of a person, and pairs that are not of the same person. */
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type SamePerson, samePersonSchema } from '../../../../contract/entities/samePerson';
import { SAME_PERSON_LIMITS } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { not_same_person, referral, referral_event, site } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import { NotFoundError } from '../../../http/errors';
import type { Caller } from '../../access';
import { isOpen } from '../ownership';
import { isVisible } from '../visibility';
import { AGREED_FIELDS, mayBeSamePerson, orderedPair } from './agreement';

const foundSchema = z.object({
  rows: z.array(z.object({ referrals: samePersonSchema.shape.referrals })),
});

/**
 * Finds the referrals that are, or may be, of the person of one, among those that a caller may see.
 * @returns null if the caller may not see the referral
 */
export async function listSamePerson(
  db: Database,
  caller: Caller,
  id: string,
): Promise<SamePerson | null> {
  const { shown, sorted } = SAME_PERSON_LIMITS;
  // Materialized: the planner overestimates the matches, and would otherwise scan the table until the limit is reached.
  const { rows } = foundSchema.parse(
    await db.execute(sql`
      select (
        with matching as materialized (
          select ${referral.id}, ${referral.first_name}, ${referral.last_name}, ${referral.dob}, ${referral.status},
            ${referral.site_id}, ${referral.entry_date}, ${referral.tracking_id}, ${isOpen} as is_open, ${AGREED_FIELDS} as same
          from ${referral} where ${and(isVisible(caller), mayBeSamePerson)} limit ${sorted}
        ), listed as (
          select * from matching order by is_open desc, entry_date desc, id desc limit ${shown + 1}
        )
        select coalesce(json_agg(json_build_object(
          '_id', listed.id, 'first_name', first_name, 'last_name', last_name, 'dob', dob, 'status', status,
          'site', json_build_object('value', ${site.id}, 'label', ${site.name}), 'tracking_id', tracking_id,
          'entry_date', to_char(entry_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'same', same)
          order by is_open desc, entry_date desc, listed.id desc), '[]')
        from listed join ${site} on ${site.id} = listed.site_id
      ) as referrals
      from (select * from ${referral} where ${and(eq(referral.id, id), isVisible(caller))}) mine`),
  );
  const found = rows[0]?.referrals;
  return found ? { referrals: found.slice(0, shown), more: found.length > shown } : null;
}

/**
 * Says that two referrals are not of the same person, in the history of each. Once said, it changes nothing.
 * @throws NotFoundError if one is missing, out of the caller's scope or held
 */
export async function markNotSamePerson(
  db: Database,
  caller: Caller,
  one: string,
  other: string,
): Promise<void> {
  // Shared, so that neither is deleted at the same time; locked in the order of their ids, to avoid deadlock.
  const found = await db
    .select({ id: referral.id, trackingId: referral.tracking_id })
    .from(referral)
    .where(and(isAnyOf(referral.id, [one, other]), isVisible(caller)))
    .orderBy(referral.id)
    .for('share');
  const [first, second] = found;
  if (!first || !second) throw new NotFoundError();
  const pair = orderedPair(sql`${one}::text`, sql`${other}::text`);
  const added = await db
    .insert(not_same_person)
    .values({ first_id: pair.first, second_id: pair.second, actor_id: caller.accountId })
    .onConflictDoNothing()
    .returning({ at: not_same_person.at });
  if (added.length === 0) return;
  const event = { actor_id: caller.accountId, kind: 'notSamePerson' as const };
  await db.insert(referral_event).values([
    { ...event, referral_id: first.id, text: second.trackingId },
    { ...event, referral_id: second.id, text: first.trackingId },
  ]);
}
