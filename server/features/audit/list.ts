/** Lists the audit trail for super users. It stores ids only; names are looked up at read time. */
import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  gte,
  inArray,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyCallName } from '../../../contract/calls';
import { AUDIT_LIMITS } from '../../../contract/staffConstants';
import type { AuditEntry, AuditFilter, AuditRecord } from '../../../contract/entities/audit';
import type { Database } from '../../db/database';
import { account, audit_event, isChangeOrRefusal, referral, site } from '../../db/schema';
import { currentAction, withFormerActions } from '../../http/formerNames';

/** The operation that reads the trail. */
const READ_TRAIL: AnyCallName = 'listAudit';

interface AuditQuery {
  readonly filter: AuditFilter;
  /** Index of the first and the last entry, from 0, inclusive. */
  readonly range: readonly [number, number];
  readonly order: 'ASC' | 'DESC';
}

/** Lists one range of the filtered trail. `total` counts the matching entries, capped at `AUDIT_LIMITS.counted`. */
export async function listAudit(
  db: Database,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; total: number }> {
  const { person } = query.filter;
  const personIds = person === undefined ? [] : await findPersonRecords(db, person);
  const rows = await selectEntries(db, query, personIds);
  const shown = rows.map((row) => ({ row, recordIds: limitRecords(row.record_ids, personIds) }));
  const names = await findNames(
    db,
    shown.flatMap(({ row, recordIds }) => [...recordIds, ...(row.actor_id ? [row.actor_id] : [])]),
  );
  const items = shown.map(({ row, recordIds }) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: currentAction(row.action),
    outcome: row.outcome,
    ip: row.ip,
    actor: row.actor_id === null ? null : toActor(row.actor_id, names.accounts),
    records: recordIds.map((id) => toRecord(id, names)),
    recordCount: row.record_ids.length,
    refusals: row.refusals,
  }));
  return { items, total: await count(db, matching(query.filter, personIds)) };
}

/**
 * Builds the query for the entries without running it.
 * @param personIds ids of all records of the person in the filter
 */
export function selectEntries(
  db: Database,
  { filter, range: [first, last], order }: AuditQuery,
  personIds: readonly string[],
) {
  const { from, to, actor } = filter;
  // With a filter by time or actor, order by time: both have an index in that order. Order by id differs only among entries
  // with the same timestamp.
  const isOrderedByTime = from !== undefined || to !== undefined || actor !== undefined;
  const orderColumns = isOrderedByTime ? [audit_event.at, audit_event.id] : [audit_event.id];
  return db
    .select()
    .from(audit_event)
    .where(matching(filter, personIds))
    .orderBy(...orderColumns.map((column) => (order === 'ASC' ? asc(column) : desc(column))))
    .limit(last - first + 1)
    .offset(first);
}

/**
 * A filter by person excludes reads of the trail itself: each concerns everyone on its page, so that these entries would soon
 * outnumber all others about any person. Without that filter they are listed.
 */
function matching(
  { actor, person, kind, actions, from, to, until }: AuditFilter,
  personIds: readonly string[],
) {
  return and(
    kind === undefined ? undefined : isChangeOrRefusal(audit_event),
    actions === undefined ? undefined : isOneOf(actions),
    actor === undefined ? undefined : eq(audit_event.actor_id, actor),
    person === undefined ? undefined : arrayOverlaps(audit_event.record_ids, [...personIds]),
    person === undefined ? undefined : ne(audit_event.action, READ_TRAIL),
    from === undefined ? undefined : gte(audit_event.at, new Date(from)),
    to === undefined ? undefined : lt(audit_event.at, new Date(to)),
    until === undefined ? undefined : lte(audit_event.id, until),
  );
}

/** One action is a plain equality, whose index is in the order of the list. */
function isOneOf(actions: readonly string[]): SQL {
  const [first = '', ...others] = withFormerActions(actions);
  return others.length === 0
    ? eq(audit_event.action, first)
    : inArray(audit_event.action, [first, ...others]);
}

/** Counts up to the limit only: an exact count would get slower every year, and no one pages that far. */
async function count(db: Database, where: SQL | undefined): Promise<number> {
  const limited = db
    .select({ one: sql`1`.as('one') })
    .from(audit_event)
    .where(where)
    .limit(AUDIT_LIMITS.counted)
    .as('some');
  return db.$count(limited);
}

/**
 * Finds all records of one person: a referral and the account created for it belong together, whichever of them is given.
 * @param person a record's id, or a referral's tracking id
 */
async function findPersonRecords(db: Database, person: string): Promise<string[]> {
  const tracking = person.toUpperCase();
  const logins = await db
    .select({ referralId: account.referral_id })
    .from(account)
    .where(eq(account.id, person));
  const referrals = await db
    .select({ id: referral.id })
    .from(referral)
    .where(
      or(
        inArray(referral.id, [person, ...logins.flatMap(({ referralId }) => referralId ?? [])]),
        eq(referral.tracking_id, tracking),
      ),
    );
  const ids = referrals.map(({ id }) => id);
  const accounts = await db
    .select({ id: account.id })
    .from(account)
    .where(inArray(account.referral_id, ids));
  return [...new Set([person, ...ids, ...accounts.map(({ id }) => id)])];
}

/** Limits the ids to the number shown. The person filtered by comes first, so the limit never cuts it off. */
function limitRecords(recordIds: readonly string[], personIds: readonly string[]): string[] {
  const requested = recordIds.filter((id) => personIds.includes(id));
  const others = recordIds.filter((id) => !personIds.includes(id));
  return [...requested, ...others].slice(0, AUDIT_LIMITS.recordsShown);
}

interface RecordNames {
  readonly referrals: ReadonlyMap<string, { name: string; tracking_id: string }>;
  readonly accounts: ReadonlyMap<string, { fullname: string; username: string }>;
  readonly sites: ReadonlyMap<string, string>;
}

async function findNames(db: Database, all: readonly string[]): Promise<RecordNames> {
  const ids = [...new Set(all)];
  const referrals = await db
    .select({
      id: referral.id,
      name: sql<string>`${referral.first_name} || ' ' || ${referral.last_name}`,
      tracking_id: referral.tracking_id,
    })
    .from(referral)
    .where(inArray(referral.id, ids));
  const accounts = await db
    .select({ id: account.id, fullname: account.fullname, username: account.username })
    .from(account)
    .where(inArray(account.id, ids));
  const sites = await db
    .select({ id: site.id, name: site.name })
    .from(site)
    .where(inArray(site.id, ids));
  return {
    referrals: new Map(referrals.map(({ id, ...rest }) => [id, rest])),
    accounts: new Map(accounts.map(({ id, ...rest }) => [id, rest])),
    sites: new Map(sites.map(({ id, name }) => [id, name])),
  };
}

function toActor(id: string, accounts: RecordNames['accounts']): AuditEntry['actor'] {
  return { id, ...(accounts.get(id) ?? { fullname: '', username: '' }) };
}

function toRecord(id: string, { referrals, accounts, sites }: RecordNames): AuditRecord {
  const person = referrals.get(id);
  if (person) return { id, kind: 'referral', ...person };
  const login = accounts.get(id);
  if (login) return { id, kind: 'account', name: login.fullname };
  const place = sites.get(id);
  return place === undefined
    ? { id, kind: 'unknown', name: '' }
    : { id, kind: 'site', name: place };
}
