/** Changes many referrals, each by the very function that changes one, and says what became of each. */
import type { BulkChange, BulkResult } from '../../../contract/entities/bulk';
import type { BulkAction } from '../../../contract/constants';
import type { Action } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { NotFoundError, StaleError } from '../../plugins/errors';
import type { Caller } from '../auth/repository';
import { findVersions, type LockedReferral, lockReferrals } from './bulkRepository';
import { assignOwner } from './ownerRepository';
import { deleteReferral, releaseReferral, updateReferral } from './repository';

type Change = Omit<BulkChange, 'items'>;

interface BulkRule {
  /** The call that changes one referral in this way; audit entries are written under its name. */
  readonly call: 'updateReferral' | 'assignOwner' | 'releaseReferral' | 'deleteReferral';
  /** What a caller needs besides 'referral.changeMany'. */
  readonly permission: Action;
  /** Reads the value that the action sets; the results have the earlier one. */
  readonly readValue?: (found: LockedReferral) => string | null;
  /** Whether a referral is as asked for already. */
  readonly isAsAsked?: (found: LockedReferral, change: Change) => boolean;
  /** Whether the action is for held referrals only. */
  readonly isForHeld?: true;
  /** Returns the ids of all records that it changes. */
  readonly run: (
    db: Database,
    caller: Caller,
    id: string,
    change: Change,
    version: number | undefined,
  ) => Promise<string[]>;
}

export const BULK_RULES: Readonly<Record<BulkAction, BulkRule>> = {
  status: {
    call: 'updateReferral',
    permission: 'referral.update',
    readValue: ({ status }) => status,
    isAsAsked: (found, { status }) => found.status === status,
    run: async (db, caller, id, { status }, version) => {
      await updateReferral(db, caller, id, { status }, version);
      return [id];
    },
  },
  owner: {
    call: 'assignOwner',
    permission: 'referral.assignOwner',
    readValue: ({ owner_id }) => owner_id,
    isAsAsked: ({ owner_id }, { owner = null }) => owner_id === owner,
    run: async (db, caller, id, { owner = null }, version) => {
      await assignOwner(db, caller, id, owner, version);
      return [id, ...(owner === null ? [] : [owner])];
    },
  },
  release: {
    call: 'releaseReferral',
    permission: 'referral.release',
    isForHeld: true,
    run: async (db, caller, id, _change, version) => {
      await releaseReferral(db, caller, id, version);
      return [id];
    },
  },
  delete: {
    call: 'deleteReferral',
    permission: 'referral.delete',
    isForHeld: true,
    run: (db, caller, id, _change, version) => deleteReferral(db, caller, id, version),
  },
};

/**
 * Changes the referrals that can be changed. Call it in a transaction; write the audit entries afterwards, as they lock the chain,
 * which other changes wait for while they hold a referral.
 * @returns the result of each, in the order of the request, and the ids of all records of each change
 */
export async function changeReferrals(
  db: Database,
  caller: Caller,
  { items, ...change }: BulkChange,
): Promise<{ results: BulkResult[]; changes: string[][] }> {
  const rule = BULK_RULES[change.action];
  const found = await lockReferrals(
    db,
    caller,
    items.map(({ id }) => id),
  );
  const results: BulkResult[] = [];
  const changes: string[][] = [];
  for (const { id, version } of items) {
    const row = found.get(id);
    // An action on held referrals and one on all others exclude each other.
    if (!row || (row.suspected !== null) !== (rule.isForHeld ?? false)) {
      results.push({ id, outcome: 'missing' });
      continue;
    }
    const before = rule.readValue && { from: rule.readValue(row) };
    if (rule.isAsAsked?.(row, change)) {
      results.push({ id, outcome: 'unchanged', version: row.version, ...before });
      continue;
    }
    try {
      changes.push(await rule.run(db, caller, id, change, version));
      results.push({ id, outcome: 'done', ...before });
    } catch (error) {
      if (error instanceof StaleError) {
        results.push({ id, outcome: 'stale', version: row.version, ...before });
      } else if (error instanceof NotFoundError) results.push({ id, outcome: 'missing' });
      else throw error;
    }
  }
  return { results: await withNewVersions(db, results), changes };
}

async function withNewVersions(
  db: Database,
  results: readonly BulkResult[],
): Promise<BulkResult[]> {
  const done = results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
  const versions = await findVersions(db, done);
  return results.map((result) => {
    const version = versions.get(result.id);
    return version === undefined ? result : { ...result, version };
  });
}
