/** The history of a referral: its events, and for some its reads from the audit trail. Ids become names when it is read. */
import { and, arrayContains, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type AnyCallName, allCalls } from '../../../contract/calls';
import { HISTORY_READS } from '../../../contract/constants';
import type { History, HistoryEvent } from '../../../contract/entities/history';
import { can } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import {
  account,
  audit_event,
  county,
  type EventChange,
  referral,
  referral_event,
  site,
} from '../../db/schema';
import type { Caller } from '../auth/repository';
import { isVisible } from './scopeRepository';

/** The calls that open one referral. */
const OPENED: readonly AnyCallName[] = ['getReferral', 'getHistory'];
/** The calls that show referrals. */
const READS = (Object.keys(allCalls) as AnyCallName[]).filter(
  (name) => allCalls[name].method === 'GET' && allCalls[name].path.startsWith('/referral/'),
);

/** Finds the history of a referral that a caller may see. Only those who may read the audit trail get the reads. */
export async function findHistory(
  db: Database,
  caller: Caller,
  id: string,
): Promise<History | null> {
  const found = await findOrigin(db, caller, id);
  if (!found) return null;
  const events = [...(await listEvents(db, id)), ...(await findLogin(db, id))];
  const names = await findNames(
    db,
    events.flatMap(({ changes }) => changes),
  );
  const received: StoredEvent = {
    id: 'received',
    kind: 'received',
    at: found.entryDate,
    actor: found.filer,
    changes: [],
    text: null,
  };
  return {
    // Sorting is stable: events of the same millisecond stay in the database's order.
    events: [...events.toSorted((a, b) => b.at.getTime() - a.at.getTime()), received].map(
      (event) => ({
        ...event,
        at: event.at.toISOString(),
        changes: event.changes.map((change) => nameValues(change, names)),
      }),
    ),
    reads: can(caller.role, 'audit.list') ? await findReads(db, id) : null,
  };
}

type StoredEvent = Omit<HistoryEvent, 'at' | 'changes'> & { at: Date; changes: EventChange[] };

const person = { id: account.id, fullname: account.fullname };

/** When a referral was filed, and by whom; the filer of a guest's referral is null. */
async function findOrigin(db: Database, caller: Caller, id: string) {
  const [row] = await db
    .select({ entryDate: referral.entry_date, filer: person })
    .from(referral)
    .leftJoin(account, eq(account.id, referral.created_by))
    .where(and(eq(referral.id, id), isVisible(db, caller)));
  return row ?? null;
}

/** Lists the stored events, newest first. */
async function listEvents(db: Database, id: string): Promise<StoredEvent[]> {
  return db
    .select({
      id: referral_event.id,
      at: referral_event.at,
      kind: referral_event.kind,
      actor: person,
      changes: referral_event.changes,
      text: referral_event.text,
    })
    .from(referral_event)
    .leftJoin(account, eq(account.id, referral_event.actor_id))
    .where(eq(referral_event.referral_id, id))
    .orderBy(desc(referral_event.at), desc(referral_event.id));
}

const CREATE_LOGIN: AnyCallName = 'registerReferral';

/** Finds the creation of the person's login. Its audit entry, of the same transaction and so of the same time, tells by whom. */
async function findLogin(db: Database, id: string): Promise<StoredEvent[]> {
  const login = alias(account, 'login');
  const rows = await db
    .select({ at: login.created_at, actor: person })
    .from(login)
    .leftJoin(
      audit_event,
      and(
        eq(audit_event.at, login.created_at),
        eq(audit_event.action, CREATE_LOGIN),
        eq(audit_event.outcome, 'done'),
        sql`${login.id} = any(${audit_event.record_ids})`,
      ),
    )
    .leftJoin(account, eq(account.id, audit_event.actor_id))
    .where(eq(login.referral_id, id));
  const kind = 'loginCreated';
  return rows.map((row) => ({ ...row, id: kind, kind, changes: [], text: null }));
}

/** The current names of accounts, sites and counties, by id. */
type Names = ReadonlyMap<string, string>;

/** The fields whose values are ids. */
const ID_FIELDS = new Set(['site', 'mediCal_county', 'referred_by', 'owner']);

async function findNames(db: Database, changes: readonly EventChange[]): Promise<Names> {
  const ids = changes
    .filter(({ field }) => ID_FIELDS.has(field))
    .flatMap(({ from, to }) => [from, to])
    .filter((value) => typeof value === 'string');
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: account.id, name: account.fullname })
    .from(account)
    .where(inArray(account.id, ids))
    .unionAll(db.select({ id: site.id, name: site.name }).from(site).where(inArray(site.id, ids)))
    .unionAll(
      db.select({ id: county.id, name: county.name }).from(county).where(inArray(county.id, ids)),
    );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function nameValues(
  { field, from, to }: EventChange,
  names: Names,
): HistoryEvent['changes'][number] {
  const name = (value: EventChange['from']): string | string[] | null => {
    if (value === null) return null;
    if (typeof value !== 'string') return [...value];
    return ID_FIELDS.has(field) ? (names.get(value) ?? value) : value;
  };
  return { field, from: name(from), to: name(to) };
}

/** Builds the query for the newest reads of a referral, each with the number of times it was opened, without running it. */
export function selectReads(db: Database, id: string) {
  return db
    .select({
      at: audit_event.at,
      actor: person,
      action: audit_event.action,
      // Counts before the limit applies.
      opened: sql<number>`(count(*) filter (where ${inArray(audit_event.action, [...OPENED])}) over ())::int`,
    })
    .from(audit_event)
    .leftJoin(account, eq(account.id, audit_event.actor_id))
    .where(
      and(
        arrayContains(audit_event.record_ids, [id]),
        inArray(audit_event.action, READS),
        eq(audit_event.outcome, 'done'),
      ),
    )
    .orderBy(desc(audit_event.id))
    .limit(HISTORY_READS);
}

async function findReads(db: Database, id: string): Promise<History['reads']> {
  const rows = await selectReads(db, id);
  return {
    opened: rows[0]?.opened ?? 0,
    latest: rows.map(({ at, actor, action }) => ({ at: at.toISOString(), actor, action })),
  };
}
