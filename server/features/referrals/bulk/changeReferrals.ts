/** Changes many referrals with the functions that change one, and returns the outcome of each. */
import type { BulkChange, BulkResult } from '../../../../contract/entities/bulk';
import type { BulkAction, BulkOutcome } from '../../../../contract/staffConstants';
import type { Action } from '../../../../contract/permissions';
import type { FollowUpRules } from '../../../../contract/nextStep';
import type { Database } from '../../../db/database';
import type { Caller } from '../../access';
import { and, isNull } from 'drizzle-orm';
import { referral, type StoredFollowUp } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import {
  asText,
  requirePossibleDay,
  requireReason,
  storedFollowUp,
  storeFollowUps,
} from '../contact/followUp';
import { isInScope } from '../visibility';
import { changeLocked } from '../changeReferral';
import { toStatusChange } from '../ending';
import { deleteReferrals, type RecordIds } from '../record/changes';
import { type ReferralChange, type ReferralRow, selectChanged } from '../events';

type Change = Omit<BulkChange, 'items'>;

interface BulkRule {
  /** The call that changes a single referral in this way; the audit entries have its name. */
  readonly call:
    'updateReferral' | 'assignOwner' | 'setFollowUp' | 'releaseReferral' | 'deleteReferral';
  /** The permission that a caller needs besides 'referral.changeMany'. */
  readonly permission: Action;
  /** Reads the value that the action sets; the results contain the previous one. */
  readonly readValue?: (found: ReferralRow) => string | null;
  /** Whether the action is for held referrals only. */
  readonly isForHeld?: boolean;
  /**
   * The columns that it sets; absent for days to call back, which raise no version, and for a deletion, whose reason is that they
   * are spam.
   */
  readonly set?: (change: Change) => ReferralChange;
  /** The ids of other records that each change concerns. */
  readonly otherRecords?: (change: Change) => string[];
}

export const BULK_RULES: Readonly<Record<BulkAction, BulkRule>> = {
  status: {
    call: 'updateReferral',
    permission: 'referral.update',
    readValue: ({ status }) => status,
    set: toStatusChange,
  },
  owner: {
    call: 'assignOwner',
    permission: 'referral.assignOwner',
    readValue: ({ owner_id }) => owner_id,
    set: ({ owner = null }) => ({ owner_id: owner }),
    otherRecords: ({ owner }) => (typeof owner === 'string' ? [owner] : []),
  },
  followUp: {
    call: 'setFollowUp',
    permission: 'referral.followUp',
    readValue: (row) => asText(storedFollowUp(row)),
  },
  release: {
    call: 'releaseReferral',
    permission: 'referral.release',
    isForHeld: true,
    set: () => ({ hold_reason: null }),
  },
  delete: {
    call: 'deleteReferral',
    permission: 'referral.delete',
    isForHeld: true,
  },
};

/**
 * Changes the referrals that can be changed. The number of statements does not depend on the number of referrals. Call it in a
 * transaction, and write the audit entries after it: they lock the chain of entries, which other transactions wait for while
 * they hold locks on referrals.
 * @returns the result of each, in the order of the request, and the ids of all records of each change
 */
export async function changeReferrals(
  db: Database,
  caller: Caller,
  { items, ...change }: BulkChange,
  days: DayRules,
): Promise<{ results: BulkResult[]; changes: RecordIds[] }> {
  const rule = BULK_RULES[change.action];
  const found = await lockReferrals(
    db,
    caller,
    items.map(({ id }) => id),
  );
  const checked = items.map(({ id, version, on }) => {
    const row = found.get(id);
    return { id, row, outcome: outcomeOf(rule, change, row, version), on };
  });
  const rows = checked.flatMap(({ row, outcome }) => (row && outcome === 'done' ? [row] : []));
  const toSet = checked.flatMap(({ row, outcome, on }, index) =>
    row && outcome === 'done' && on ? [{ row, to: { on, at: null }, index }] : [],
  );
  const { versions, changes } =
    change.action === 'followUp'
      ? await setDays(db, caller, toSet, change.because, days)
      : await changeRows(db, caller, days.rules, rows, change);
  const results = checked.map(({ id, row, outcome }) => {
    if (!row || outcome === 'missing') return { id, outcome };
    const version = outcome === 'done' && versions ? versions.get(id) : row.version;
    return {
      id,
      outcome,
      ...(version !== undefined && { version }),
      ...(rule.readValue && { from: rule.readValue(row) }),
    };
  });
  return { results, changes };
}

/** Determines the outcome for a referral before the change: 'done' if it can be changed. */
function outcomeOf(
  { isForHeld = false, set }: BulkRule,
  change: Change,
  row: ReferralRow | undefined,
  version: number | undefined,
): BulkOutcome {
  // An action applies either to held referrals or to all others.
  if (!row || (row.hold_reason !== null) !== isForHeld) return 'missing';
  if (set && !selectChanged(row, set(change))) return 'unchanged';
  if (change.action === 'followUp') return 'done';
  return version === undefined || version === row.version ? 'done' : 'stale';
}

/** What days to call back are checked against. */
export interface DayRules {
  readonly rules: FollowUpRules;
  readonly now: Date;
}

/** Sets the days to call back, which raises no version. `index` is the place of each in the request. */
async function setDays(
  db: Database,
  caller: Caller,
  days: readonly { row: ReferralRow; to: StoredFollowUp; index: number }[],
  because: string | undefined,
  { rules, now }: DayRules,
): Promise<{ versions?: undefined; changes: RecordIds[] }> {
  for (const { to, index } of days)
    requirePossibleDay(to.on, rules, now, ['items', String(index), 'on']);
  await requireReason(db, days, because, rules, now);
  await storeFollowUps(db, caller, days, because);
  return { changes: days.map(({ row }) => [row.id]) };
}

/** @returns the new versions by id, without deleted ones, and the ids of all records of each change */
async function changeRows(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  rows: readonly ReferralRow[],
  change: Change,
): Promise<{ versions: ReadonlyMap<string, number>; changes: RecordIds[] }> {
  const ids = rows.map(({ id }) => id);
  const { set, otherRecords } = BULK_RULES[change.action];
  if (ids.length === 0) return { versions: new Map(), changes: [] };
  if (!set) {
    const deleted = await deleteReferrals(db, caller, ids, { delete_reason: 'spam' });
    const changes = ids.map((id) => {
      const records = deleted.get(id);
      if (!records) throw new Error('A referral that the transaction has locked was not deleted');
      return records;
    });
    return { versions: new Map(), changes };
  }
  const versions = await changeLocked(db, caller, rules, rows, set(change));
  const others = otherRecords?.(change) ?? [];
  return { versions, changes: ids.map((id) => [id, ...others]) };
}

/**
 * Locks referrals until the end of the transaction, and returns them by id, without deleted ones and those out of the caller's
 * scope. Locks them in the order of their ids, to avoid deadlock.
 */
async function lockReferrals(
  db: Database,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, ReferralRow>> {
  const rows = await db
    .select()
    .from(referral)
    .where(and(isAnyOf(referral.id, ids), isNull(referral.deleted_at), isInScope(caller)))
    .orderBy(referral.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}
