/** What is searched for: chosen from the data itself, so that it finds about as many at each size. */
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../server/db/openDatabase';
import { referral } from '../server/db/schema';

export interface SearchedValues {
  /** First and last name, found four times or nearly so. */
  readonly wholeName: string;
  /** Without its first and last letter. */
  readonly partOfName: string;
  /** Five digits in a row. */
  readonly phone: string;
  readonly trackingId: string;
}

/** How often each should be found. */
const FEW = 4;
const CANDIDATES = 12;

export async function chooseSearched(db: Database): Promise<SearchedValues> {
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
    .select({ trackingId: referral.tracking_id })
    .from(referral)
    .orderBy(referral.id)
    .limit(1);
  return {
    wholeName: await nearest(db, names, name),
    partOfName: await nearest(db, parts, name),
    phone: await nearest(db, phones, sql`${referral.contact_digits}`),
    trackingId: row?.trackingId ?? '',
  };
}

const textsSchema = z.object({ rows: z.tuple([z.object({ text: z.string() })]) });

/** The candidate that is contained in about as many as it should be. */
async function nearest(db: Database, candidates: SQL, column: SQL): Promise<string> {
  const found = await db.execute(sql`
    select candidate.text from (${candidates}) candidate
    join ${referral} on ${column} like '%' || candidate.text || '%'
    group by candidate.text order by abs(count(*) - ${FEW}), candidate.text limit 1`);
  return textsSchema.parse(found).rows[0].text;
}
