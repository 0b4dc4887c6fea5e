import type { FastifyInstance } from 'fastify';
import { inArray, sql } from 'drizzle-orm';
import { dayIn } from '../../../../contract/calendar';
import type { Referral } from '../../../../contract/entities/referral';
import type { TodayItem } from '../../../../contract/entities/contact';
import { can } from '../../../../contract/permissions';
import type { Database } from '../../../db/database';
import { referral } from '../../../db/schema';
import { toPage } from '../../../http/page';
import { registerOperation } from '../../../http/registerOperation';
import { type Caller, requireCaller } from '../../access';
import { auditRead } from '../../audit';
import { readNow } from '../contact/now';
import { followUpRules } from '../contact/rules';
import { countHeld } from '../list/counters';
import { columnsFor, selectJson } from '../list/json';
import { countLeft } from '../list/owners';
import { isVisible } from '../visibility';
import {
  countFromBefore,
  type DueRow,
  findDue,
  findFromBefore,
  findNextDay,
  findNotDue,
} from './today';

/** The tab 'To do today'. */
export async function todayRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const rules = followUpRules(app.settings);

  registerOperation(app, 'listToday', async ({ query }, request) => {
    const caller = await requireCaller(request);
    const { page, size, view, group } = query;
    const read = async () => {
      const now = await readNow(db);
      const due = await findDue(db, caller, rules, now, view);
      const fromBefore = await countFromBefore(db, caller, view);
      const first = group === 'fromBefore' ? [] : due;
      const skip = (page - 1) * size;
      const shown = first.slice(skip, skip + size);
      const more = await findFromBefore(db, caller, rules, now, {
        view,
        skip: Math.max(0, skip - first.length),
        take: group === 'due' ? 0 : size - shown.length,
      });
      const rows = [...shown, ...more];
      const ids = rows.map(({ id }) => id);
      const notDue = await findNotDue(db, caller, rules, now, { view, ids });
      return {
        items: await readItems(db, caller, rows, { notDue, today: dayIn(rules.timeZone, now) }),
        total: first.length + (group === 'due' ? 0 : fromBefore),
        count: due.length,
        from_before: fromBefore,
        next: await findNextDay(db, caller, rules, now, view),
        held: can(caller.role, 'referral.release') ? await countHeld(db) : 0,
        left: can(caller.role, 'referral.assignOwner') ? await countLeft(db) : 0,
      };
    };
    const found = await auditRead(request, caller.accountId, read, ({ items }) =>
      items.flatMap(({ _id, also }) => [_id, ...also.map((other) => other._id)]),
    );
    return toPage(found, query);
  });

  // It returns a number only, so no audit entry of a read is needed.
  registerOperation(app, 'countToday', async ({ query }, request) => {
    const caller = await requireCaller(request);
    const due = await findDue(db, caller, rules, await readNow(db), query.view);
    return { count: due.length };
  });
}

/** Reads the referrals of rows, in their order; what was deleted in between is left out. */
async function readItems(
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
