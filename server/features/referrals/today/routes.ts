import type { FastifyInstance } from 'fastify';
import { dayIn } from '../../../../contract/calendar';
import { can } from '../../../../contract/permissions';
import { toPage } from '../../../http/page';
import { registerOperation } from '../../../http/registerOperation';
import { requireCaller } from '../../access';
import { auditRead } from '../../audit';
import { readNow } from '../now';
import { followUpRules } from '../followUpRules';
import { countHeld } from '../list/counters';
import { countLeft } from '../list/owners';
import { readItems } from './items';
import { countFromBefore, findDue, findFromBefore, findNextDay, findNotDue } from './today';

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
