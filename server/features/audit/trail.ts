import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyCallName } from '../../../contract/calls';
import type { Database } from '../../db/database';
import { ASYNC_COMMIT, asyncCommitIf, FLUSH } from '../../db/statements/asyncCommit';
import { isAnyOf, textArray } from '../../db/statements/parameters';
import { prepareStatement, whenSent } from '../../db/statements/preparedStatement';
import { audit_event } from '../../db/schema';

/** An operation, an event detected during one, or a command on the server's machine. */
export type AuditAction = AnyCallName | 'refreshReuse' | 'resetSuperuser' | 'moreRefusals';

export interface AuditEvent {
  /** The account that acted; null for a visitor. */
  readonly actorId: string | null;
  readonly action: AuditAction;
  /** The records acted on or shown. */
  readonly recordIds: readonly string[];
  readonly outcome: 'done' | 'refused';
  readonly ip: string;
  /** How many refusals it stands for, if it is not about one request. */
  readonly refusals?: number;
}

/** The values of an entry whose statement determines the actor and the records. */
export type EntryValues = Omit<AuditEvent, 'actorId' | 'recordIds' | 'refusals'>;

const entryKeySchema = z.object({ id: z.coerce.number(), hash: z.string() });
/**
 * The number and the hash of an entry. They identify it even if a crash of the database lost an earlier entry with the same
 * number.
 */
export type EntryKey = Readonly<z.infer<typeof entryKeySchema>>;

const insertEvents = (actor: SQL, returning: SQL) => sql`
  insert into ${audit_event} (actor_id, action, record_ids, outcome, ip, refusals)
  select ${actor}, action, "recordIds", outcome, ip, refusals
  from json_to_recordset(${sql.placeholder('events')}::json)
    as event ("actorId" text, action text, "recordIds" text[], outcome text, ip text, refusals integer)
  ${returning}`;

const NAMED_ACTOR = sql`"actorId"`;
const UNFLUSHED_KEYS = sql`returning ${audit_event.id}, ${audit_event.hash}, ${ASYNC_COMMIT}`;

const insertEntries = prepareStatement(() => insertEvents(NAMED_ACTOR, sql``));
const insertUnflushed = prepareStatement(() => insertEvents(NAMED_ACTOR, UNFLUSHED_KEYS));

/** The session that makes a change, and the requirements of the change. */
export interface ActingSession {
  readonly sessionId: string;
  /** The roles that may make the change. */
  readonly roles: readonly string[];
  /** The sites that the account had when the request began. */
  readonly siteIds: readonly string[];
}

/**
 * An expression for the account of an `ActingSession`, whose fields are placeholders. It fails with `MAY_NOT_ACT` if the
 * session has ended, the account has none of the roles, or has lost one of the sites (migration 0016).
 */
const ACTING_ACCOUNT: SQL = sql`acting_account(${sql.placeholder('sessionId')}::text,
  ${textArray(sql.placeholder('roles'))}, ${textArray(sql.placeholder('siteIds'))})`;

/** The SQLSTATE if the session may not make the change. The transaction is rolled back. */
export const MAY_NOT_ACT = 'RD401';

/** Expressions for the actor of an entry. */
export const ACTORS = { visitor: sql`null::text`, session: ACTING_ACCOUNT } as const;

const selectActing = prepareStatement(() => sql`select ${ACTING_ACCOUNT}`);
const insertBySession = prepareStatement(
  () => sql`
    with acting as materialized (select ${ACTING_ACCOUNT} as id)
    ${insertEvents(sql`(select id from acting)`, UNFLUSHED_KEYS)}`,
);

/**
 * Appends entries to the audit trail: actor, action, outcome, record ids and address. Never store personal data in it.
 * Appending locks the head of the chain until the transaction ends, so do it last.
 */
export async function recordAudit(db: Database, ...events: AuditEvent[]): Promise<void> {
  if (events.length > 0) await insertEntries(db, { events: JSON.stringify(events) });
}

/**
 * Appends entries like `recordAudit`, and makes the transaction commit asynchronously. Await the flush of the returned entry
 * before you acknowledge the transaction.
 * @returns the last entry; null if there are no events
 */
export async function recordAuditUnflushed(
  db: Database,
  ...events: AuditEvent[]
): Promise<EntryKey | null> {
  if (events.length === 0) return null;
  const entries = await insertUnflushed(db, { events: JSON.stringify(events) });
  return entryKeySchema.parse(entries.at(-1));
}

/**
 * Appends the entries of changes by a session, like `recordAuditUnflushed`. Fails with `MAY_NOT_ACT`, even without events, if
 * the session may not make the changes any more.
 */
export async function recordChangesUnflushed(
  db: Database,
  session: ActingSession,
  ...events: Omit<AuditEvent, 'actorId'>[]
): Promise<EntryKey | null> {
  if (events.length === 0) {
    await selectActing(db, { ...session });
    return null;
  }
  const entries = await insertBySession(db, { ...session, events: JSON.stringify(events) });
  return entryKeySchema.parse(entries.at(-1));
}

/** Placeholders for the values of an entry. */
const ENTRY_PLACEHOLDERS = {
  action: sql`${sql.placeholder('action')}::text`,
  outcome: sql`${sql.placeholder('outcome')}::text`,
  ip: sql`${sql.placeholder('ip')}::text`,
} satisfies Record<keyof EntryValues, SQL>;

/**
 * A part of a statement: appends an entry, and returns its key. Its placeholders take `EntryValues`, and `isUnflushed`: whether
 * to commit like `recordAuditUnflushed`.
 * @param actor an expression for its actor
 * @param recordIds an expression for the ids of its records, as text[]
 * @param rest the clauses after the columns, with at most one row; without a row, no entry is appended
 */
export const insertEntry = (actor: SQL, recordIds: SQL, rest: SQL): SQL => sql`
  insert into ${audit_event} (actor_id, action, record_ids, outcome, ip)
  select ${actor}, ${ENTRY_PLACEHOLDERS.action}, ${recordIds}, ${ENTRY_PLACEHOLDERS.outcome}, ${ENTRY_PLACEHOLDERS.ip} ${rest}
  returning ${audit_event.id}, ${audit_event.hash}, ${asyncCommitIf(sql`${sql.placeholder('isUnflushed')}::boolean`)}`;

/**
 * Appends entries to the audit trail like `recordAudit`, in one statement that also flushes them to disk.
 * @param take returns the entries; called when the statement is sent
 */
export async function appendEntries(
  db: Database,
  take: () => readonly AuditEvent[],
): Promise<void> {
  await insertEntries(db, { events: whenSent(() => JSON.stringify(take())) });
}

const flushAndFind = prepareStatement(
  () => sql`
    select ${FLUSH}, array(
      select ${audit_event.hash} from ${audit_event}
      where ${audit_event.id} = any(${sql.placeholder('ids')}::bigint[])
        and ${isAnyOf(audit_event.hash, sql.placeholder('hashes'))}) as hashes`,
);

const foundSchema = z.tuple([z.object({ hashes: z.array(z.string()) })]);

/**
 * Flushes everything committed so far to disk.
 * @param take returns the entries; called when the statement is sent
 * @returns the hashes of those entries that exist: all of them, unless the database has crashed since their commit
 */
export async function flushEntries(
  db: Database,
  take: () => readonly EntryKey[],
): Promise<ReadonlySet<string>> {
  const ids = whenSent(() => take().map(({ id }) => id));
  const hashes = whenSent(() => take().map(({ hash }) => hash));
  const [{ hashes: found }] = foundSchema.parse(await flushAndFind(db, { ids, hashes }));
  return new Set(found);
}
