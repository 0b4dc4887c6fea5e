/** Prevents mixing synthetic people with real ones. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { rolesWith } from '../../contract/permissions';
import type { Database } from '../db/database';
import { EXAMPLE_SITES, MANAGER_EMAIL_DOMAIN } from './seed';
import { FIRST_NAMES } from './syntheticPeople';

const rowsSchema = z.object({
  rows: z.tuple([
    z.object({
      referrals: z.coerce.number(),
      accounts: z.coerce.number(),
      sites: z.coerce.number(),
    }),
  ]),
});

/**
 * Describes what a database holds besides the data of `bootstrap` and `seed`: referrals that came through the app or do not
 * look synthetic, accounts other than the first super user and the seeded managers, sites with other names.
 * @returns undefined when there is nothing else
 */
export async function describeRealData(db: Database): Promise<string | undefined> {
  const sites = EXAMPLE_SITES.map((name) => `^${name}( [0-9]+)?$`).join('|');
  const { rows } = rowsSchema.parse(
    await db.execute(sql`
      select
        (select count(*) from referral
         where contact_digits !~ '^555[0-9]{7}$' or first_name not in ${FIRST_NAMES}
           or id in (select unnest(record_ids) from audit_event
                     where outcome = 'done' and action in ('addReferral', 'addGuestReferral'))) as referrals,
        (select count(*) from account where username not like ${`%@${MANAGER_EMAIL_DOMAIN}`}
           and id <> coalesce((select id from account where role in ${rolesWith('superuser.add')} order by created_at, id limit 1), '')) as accounts,
        (select count(*) from site where kind = 'ordinary' and name !~ ${sites}) as sites`),
  );
  const found = Object.entries(rows[0]).filter(([, count]) => count > 0);
  if (found.length === 0) return undefined;
  return found.map(([name, count]) => `${count} ${name}`).join(', ');
}
