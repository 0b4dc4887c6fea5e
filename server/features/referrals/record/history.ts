/**
 * The history of a referral: its events, and its reads from the audit trail. Ids are resolved to current names at each read.
 */
import { and, arrayContains, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { alias, type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { AnyCallName } from '../../../../contract/calls';
import { AUDIT_LIMITS, HISTORY_READS } from '../../../../contract/staffConstants';
import type { History, HistoryEvent } from '../../../../contract/entities/history';
import { can } from '../../../../contract/permissions';
import { sameKey } from '../../../../contract/textMatching';
import type { Database } from '../../../db/database';
import {
  account,
  audit_event,
  audit_head,
  contact_attempt,
  county,
  type EventChange,
  firstRecord,
  opensReferral,
  referral,
  referral_event,
  site,
} from '../../../db/schema';
import { currentAction, withFormerActions } from '../../../http/formerNames';
import { type Caller, withEmailsFor } from '../../access';
import { asText } from '../contact/followUp';
import { isVisible } from '../visibility';

/** The calls that list referrals. */
const LISTS: AnyCallName[] = [
  'listReferrals',
  'filterReferrals',
  'listWorklist',
  'listHeld',
  'listDeleted',
];

/** Finds the history of a referral; null if the caller may not see it. `reads` is null unless they may read the audit trail. */
export async function findHistory(
  db: Database,
  caller: Caller,
  id: string,
): Promise<History | null> {
  const found = await findOrigin(db, caller, id);
  if (!found) return null;
  const events = [
    ...(await listEvents(db, id)),
    ...(await listAttempts(db, caller, id)),
    ...(await findLogin(db, id)),
  ];
  const names = await findNames(
    db,
    caller,
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
        actor: actorFor(caller, event.actor),
        changes: event.changes.map((change) => nameValues(change, names)),
      }),
    ),
    reads: can(caller.role, 'audit.list') ? await findReads(db, caller, id) : null,
  };
}

interface Person {
  readonly id: string;
  readonly fullname: string;
  readonly username: string;
}

type StoredEvent = Omit<HistoryEvent, 'at' | 'actor' | 'changes'> & {
  at: Date;
  actor: Person | null;
  changes: EventChange[];
};

const actorFor = (caller: Caller, actor: Person | null) =>
  (actor && withEmailsFor(caller, [actor])[0]) ?? null;

const person = { id: account.id, fullname: account.fullname, username: account.username };

/** When a referral was filed, and by whom; the filer of a guest's referral is null. */
async function findOrigin(db: Database, caller: Caller, id: string) {
  const [row] = await db
    .select({ entryDate: referral.entry_date, filer: person })
    .from(referral)
    .leftJoin(account, eq(account.id, referral.created_by))
    .where(and(eq(referral.id, id), isVisible(caller)));
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

/** Lists the contact attempts, struck ones as well. */
async function listAttempts(db: Database, caller: Caller, id: string): Promise<StoredEvent[]> {
  const striker = alias(account, 'striker');
  const rows = await db
    .select({
      attempt: contact_attempt,
      actor: person,
      striker: { id: striker.id, fullname: striker.fullname, username: striker.username },
    })
    .from(contact_attempt)
    .leftJoin(account, eq(account.id, contact_attempt.actor_id))
    .leftJoin(striker, eq(striker.id, contact_attempt.struck_by))
    .where(eq(contact_attempt.referral_id, id))
    .orderBy(desc(contact_attempt.at), desc(contact_attempt.id));
  return rows.map(({ attempt, actor, striker: struckBy }) => ({
    id: attempt.id,
    at: attempt.at,
    kind: 'attempt',
    actor,
    changes: [],
    text: attempt.note,
    attempt: {
      channel: attempt.channel,
      whom: attempt.whom,
      outcome: attempt.outcome,
      saved_at: attempt.created_at.toISOString(),
      follow_up: asText(attempt.effect.to),
      struck: attempt.struck_at && {
        at: attempt.struck_at.toISOString(),
        actor: actorFor(caller, struckBy),
        reason: attempt.strike_reason,
      },
    },
  }));
}

const CREATE_LOGIN: AnyCallName = 'registerReferral';

/**
 * Finds the creation of the person's login. Its audit entry has the same timestamp, as they share a transaction, and has the
 * actor.
 */
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

/** Accounts with the same name get their emails, for callers who may read accounts. */
async function findNames(
  db: Database,
  caller: Caller,
  changes: readonly EventChange[],
): Promise<Names> {
  const ids = changes
    .filter(({ field }) => ID_FIELDS.has(field))
    .flatMap(({ from, to }) => [from, to])
    .filter((value) => typeof value === 'string');
  if (ids.length === 0) return new Map();
  const people = withEmailsFor(
    caller,
    await db.select(person).from(account).where(inArray(account.id, ids)),
  );
  const isShared = (name: string) =>
    people.filter(({ fullname }) => sameKey(fullname) === sameKey(name)).length > 1;
  const places = await db
    .select({ id: site.id, name: site.name })
    .from(site)
    .where(inArray(site.id, ids))
    .unionAll(
      db.select({ id: county.id, name: county.name }).from(county).where(inArray(county.id, ids)),
    );
  return new Map([
    ...places.map(({ id, name }) => [id, name] as const),
    ...people.map(({ id, fullname, username }) => {
      const name = username && isShared(fullname) ? `${fullname} (${username})` : fullname;
      return [id, name] as const;
    }),
  ]);
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

/** How many of the newest audit entries are searched for reads of lists: one referral may be in many thousands. */
const LISTS_SEARCHED = 2_000;

const hourOf = (at: AnyPgColumn) => sql`date_trunc('hour', ${at}, 'UTC')`;

const readColumns = {
  id: audit_event.id,
  at: audit_event.at,
  actorId: audit_event.actor_id,
  action: audit_event.action,
};

/**
 * Finds the reads of a referral in the audit trail: those that opened it, and the newest lists that showed it. Several reads by
 * one account within an hour count as one, because open pages refresh. The activity log shows each of them.
 */
async function findReads(
  db: Database,
  caller: Caller,
  id: string,
): Promise<NonNullable<History['reads']>> {
  const isOpened = and(eq(firstRecord(audit_event), id), opensReferral(audit_event));
  // A new query each time: `unionAll` changes its first one.
  const selectOpenings = () =>
    db
      .select(readColumns)
      .from(audit_event)
      .where(isOpened)
      .orderBy(desc(audit_event.id))
      .limit(AUDIT_LIMITS.counted);
  const newest = db.select({ id: audit_head.id }).from(audit_head);
  const listed = db
    .select(readColumns)
    .from(audit_event)
    .where(
      and(
        gt(audit_event.id, sql`(${newest}) - ${LISTS_SEARCHED}`),
        inArray(audit_event.action, withFormerActions(LISTS)),
        eq(audit_event.outcome, 'done'),
        arrayContains(audit_event.record_ids, [id]),
      ),
    );
  const all = unionAll(selectOpenings(), listed).as('all');
  const reads = db
    .selectDistinctOn([all.actorId, all.action, hourOf(all.at)])
    .from(all)
    .orderBy(all.actorId, all.action, hourOf(all.at), desc(all.id))
    .as('reads');
  const rows = await db
    .select({ at: reads.at, action: reads.action, actor: person })
    .from(reads)
    .leftJoin(account, eq(account.id, reads.actorId))
    .orderBy(desc(reads.id))
    .limit(HISTORY_READS);
  const opened = selectOpenings().as('opened');
  const views = db
    .selectDistinct({ actorId: opened.actorId, hour: hourOf(opened.at).as('hour') })
    .from(opened)
    .as('views');
  return {
    opened: await db.$count(views),
    latest: rows.map(({ at, actor, action }) => ({
      at: at.toISOString(),
      actor: actorFor(caller, actor),
      action: currentAction(action),
    })),
  };
}
