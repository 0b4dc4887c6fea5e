/** The trail as super users read it. Names are looked up now: the trail itself holds none. */
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
import { AUDIT_LIMITS } from '../../../contract/constants';
import type { AuditEntry, AuditFilter, AuditRecord } from '../../../contract/entities/audit';
import type { Database } from '../../db/openDatabase';
import { account, audit_event, referral, site } from '../../db/schema';

/** The call that reads the trail. */
const READING: AnyCallName = 'listAudit';

interface Wanted {
  readonly filter: AuditFilter;
  /** The first and the last place, from 0. */
  readonly range: readonly [number, number];
  readonly order: 'ASC' | 'DESC';
}

/**
 * A part of the trail, and how many entries it was taken from, counted as far as the limit.
 */
export async function listAudit(
  db: Database,
  wanted: Wanted,
): Promise<{ items: AuditEntry[]; total: number }> {
  const { person } = wanted.filter;
  const asked = person === undefined ? [] : await recordsOf(db, person);
  const rows = await selectEntries(db, wanted, asked);
  const shown = rows.map((row) => ({ row, recordIds: firstOf(row.record_ids, asked) }));
  const named = await nameRecords(
    db,
    shown.flatMap(({ row, recordIds }) => [...recordIds, ...(row.actor_id ? [row.actor_id] : [])]),
  );
  const items = shown.map(({ row, recordIds }) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    outcome: row.outcome,
    ip: row.ip,
    actor: row.actor_id === null ? null : toActor(row.actor_id, named.accounts),
    records: recordIds.map((id) => toRecord(id, named)),
    recordCount: row.record_ids.length,
  }));
  return { items, total: await count(db, matching(wanted.filter, asked)) };
}

/**
 * The entries wanted, not sent yet.
 * @param asked the records that are the person asked for
 */
export function selectEntries(
  db: Database,
  { filter, range: [first, last], order }: Wanted,
  asked: readonly string[],
) {
  const { from, to, actor } = filter;
  // By time where that narrows, or one account: each has an index in that order. The trail's own order is the same but for
  // entries of the same moment.
  const isByTime = from !== undefined || to !== undefined || actor !== undefined;
  const places = isByTime ? [audit_event.at, audit_event.id] : [audit_event.id];
  return db
    .select()
    .from(audit_event)
    .where(matching(filter, asked))
    .orderBy(...places.map((place) => (order === 'ASC' ? asc(place) : desc(place))))
    .limit(last - first + 1)
    .offset(first);
}

/**
 * About a person, readings of the trail itself are left out: each shows all who are on its page, so that they would soon be
 * most of what is told of anyone. Without a person they are in the list like everything else.
 */
function matching({ actor, person, from, to, until }: AuditFilter, asked: readonly string[]) {
  return and(
    actor === undefined ? undefined : eq(audit_event.actor_id, actor),
    person === undefined ? undefined : arrayOverlaps(audit_event.record_ids, [...asked]),
    person === undefined ? undefined : ne(audit_event.action, READING),
    from === undefined ? undefined : gte(audit_event.at, new Date(from)),
    to === undefined ? undefined : lt(audit_event.at, new Date(to)),
    until === undefined ? undefined : lte(audit_event.id, until),
  );
}

/** No further than the limit: an exact number would take longer each year, and nobody turns that many pages. */
async function count(db: Database, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(audit_event)
    .where(where)
    .limit(AUDIT_LIMITS.counted)
    .as('some');
  return db.$count(some);
}

/**
 * The records that are one person: a referral and the login made for it belong together, whichever was asked for.
 * @param asked the id of a record, or the tracking id of a referral
 */
async function recordsOf(db: Database, asked: string): Promise<string[]> {
  const tracking = asked.toUpperCase();
  const logins = await db
    .select({ referralId: account.referral_id })
    .from(account)
    .where(eq(account.id, asked));
  const referrals = await db
    .select({ id: referral.id })
    .from(referral)
    .where(
      or(
        inArray(referral.id, [asked, ...logins.flatMap(({ referralId }) => referralId ?? [])]),
        eq(referral.tracking_id, tracking),
      ),
    );
  const ids = referrals.map(({ id }) => id);
  const accounts = await db
    .select({ id: account.id })
    .from(account)
    .where(inArray(account.referral_id, ids));
  return [...new Set([asked, ...ids, ...accounts.map(({ id }) => id)])];
}

/** As many as are shown; those that were asked for come first, so that they are among them. */
function firstOf(recordIds: readonly string[], asked: readonly string[]): string[] {
  const wanted = recordIds.filter((id) => asked.includes(id));
  const others = recordIds.filter((id) => !asked.includes(id));
  return [...wanted, ...others].slice(0, AUDIT_LIMITS.recordsShown);
}

interface Named {
  readonly referrals: ReadonlyMap<string, { name: string; tracking_id: string }>;
  readonly accounts: ReadonlyMap<string, { fullname: string; username: string }>;
  readonly sites: ReadonlyMap<string, string>;
}

async function nameRecords(db: Database, all: readonly string[]): Promise<Named> {
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

function toActor(id: string, accounts: Named['accounts']): AuditEntry['actor'] {
  return { id, ...(accounts.get(id) ?? { fullname: '', username: '' }) };
}

function toRecord(id: string, { referrals, accounts, sites }: Named): AuditRecord {
  const person = referrals.get(id);
  if (person) return { id, kind: 'referral', ...person };
  const login = accounts.get(id);
  if (login) return { id, kind: 'account', name: login.fullname };
  const place = sites.get(id);
  return place === undefined
    ? { id, kind: 'unknown', name: '' }
    : { id, kind: 'site', name: place };
}
