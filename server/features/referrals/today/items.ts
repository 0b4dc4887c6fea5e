/** The rows of the list of today as they are sent. */
import { inArray, sql } from 'drizzle-orm';
import type { TodayItem } from '../../../../contract/entities/contact';
import type { Referral } from '../../../../contract/entities/referral';
import type { Database } from '../../../db/database';
import { referral } from '../../../db/schema';
import type { Caller } from '../../access';
import { columnsFor, selectJson } from '../list/json';
import { isVisible } from '../visibility';
import type { DueRow } from './today';

/** Reads the referrals of rows, in their order; what was deleted in between is left out. */
export async function readItems(
  db: Database,
  caller: Caller,
  rows: readonly DueRow[],
  { notDue, today }: { notDue: ReadonlyMap<string, readonly string[]>; today: string },
): Promise<TodayItem[]> {
  const othersOf = ({ id, folded }: DueRow) => [
    ...folded.map((other) => other.id),
    ...(notDue.get(id) ?? []),
  ];
  const ids = rows.flatMap((row) => [row.id, ...othersOf(row)]);
  if (ids.length === 0) return [];
  const where = sql`${inArray(referral.id, ids)} and ${isVisible(caller) ?? sql`true`}`;
  const { rows: found } = (await db.execute(
    selectJson(columnsFor([caller.role]), sql`${referral}`, where),
  )) as { rows: { json: string }[] };
  const byId = new Map(
    found.map(({ json }) => {
      const one = JSON.parse(json) as Referral;
      return [one._id, one];
    }),
  );
  return rows.flatMap((row): TodayItem[] => {
    const { id, reason, since } = row;
    const one = byId.get(id);
    if (!one) return [];
    const also = othersOf(row).flatMap((other) => {
      const same = byId.get(other);
      return same ? [toAlso(same, today)] : [];
    });
    return [{ ...one, reason, due_since: since, also }];
  });
}

function toAlso(
  { _id, tracking_id, user_info, site, status, contact }: Referral,
  today: string,
): TodayItem['also'][number] {
  const day = contact?.follow_up?.on ?? null;
  return {
    _id,
    tracking_id,
    referred_by: user_info?.fullname ?? null,
    site: site.label,
    status,
    resting_until: day !== null && day > today ? day : null,
  };
}
