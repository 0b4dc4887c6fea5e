/** Search values, chosen from the data so that each finds about as many rows at every size. */
import { desc, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../server/db/database';
import { referral } from '../../server/db/schema';

export interface SearchValues {
  /** First and last name, with about four matches. */
  readonly wholeName: string;
  /** Such a name without its first and last letter. */
  readonly partOfName: string;
  /** Five consecutive digits. */
  readonly phone: string;
  readonly trackingId: string;
  /** All digits of a phone number. */
  readonly wholePhone: string;
  readonly birthDate: string;
  /** The last name of somebody with that birth date. */
  readonly lastName: string;
  /** The time since which so many referrals have come as fill a few pages. */
  readonly from: string;
}

/** The number of matches that each value should have. */
const FEW = 4;
const CANDIDATES = 12;
/** Referrals of the period. */
const RECENT = 300;

export async function chooseSearchValues(db: Database): Promise<SearchValues> {
  const name = sql`${referral.name_searched}`;
  const names = sql`
    select ${name} as text from ${referral} where length(${name}) > 8
    group by ${name} order by abs(count(*) - ${FEW}), ${name} limit ${CANDIDATES}`;
  const parts = sql`select substr(text, 2, length(text) - 2) as text from (${names}) whole`;
  const phones = sql`
    select right(contact_digits, 5) as text from (
      select ${referral.contact_digits} as contact_digits from ${referral}
      order by ${referral.id} limit ${CANDIDATES}
    ) some_phones`;
  const [row] = await db
    .select({
      trackingId: referral.tracking_id,
      wholePhone: referral.contact_digits,
      birthDate: referral.dob,
      lastName: referral.last_name,
    })
    .from(referral)
    .orderBy(referral.id)
    .limit(1);
  const [newest] = await db
    .select({ from: referral.entry_date })
    .from(referral)
    .orderBy(desc(referral.entry_date))
    .offset(RECENT)
    .limit(1);
  return {
    wholeName: await findClosest(db, names, name),
    partOfName: await findClosest(db, parts, name),
    phone: await findClosest(db, phones, sql`${referral.contact_digits}`),
    trackingId: row?.trackingId ?? '',
    wholePhone: row?.wholePhone ?? '',
    birthDate: row?.birthDate ?? '',
    lastName: row?.lastName ?? '',
    from: newest?.from.toISOString() ?? '',
  };
}

const textsSchema = z.object({ rows: z.tuple([z.object({ text: z.string() })]) });

/** Returns the candidate whose number of matches is closest to FEW. */
async function findClosest(db: Database, candidates: SQL, column: SQL): Promise<string> {
  const found = await db.execute(sql`
    select candidate.text from (${candidates}) candidate
    join ${referral} on ${column} like '%' || candidate.text || '%'
    group by candidate.text order by abs(count(*) - ${FEW}), candidate.text limit 1`);
  return textsSchema.parse(found).rows[0].text;
}
