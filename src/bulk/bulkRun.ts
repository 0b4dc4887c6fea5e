/** Turns a change of many referrals into calls, and their responses into one outcome per referral. */
import type { Contact } from '../../contract/entities/contactState';
import {
  BULK_LIMITS,
  type BulkAction,
  type BulkOutcome,
  ENDED_STATUS,
} from '../../contract/staffConstants';
import type { BulkResult } from '../../contract/entities/bulk';
import type { BulkBody } from '../dataProvider/bulk';

/** A selected referral. */
export interface BulkRecord {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly version?: number;
  /** Why it ended, before the change. */
  readonly end_reason?: BulkBody['end_reason'];
  readonly end_note?: string | null;
  /** The attempts to reach the person, where the server records them. */
  readonly contact?: Contact;
}

/** The change to make. */
export interface BulkChange extends Pick<BulkBody, 'end_reason' | 'end_note'> {
  readonly action: BulkAction;
  readonly status?: BulkBody['status'];
  /** An account's id; null for nobody. */
  readonly owner?: string | null;
  /** The owner's name. */
  readonly ownerName?: string;
  /** The days to call back, one for each record in its order. */
  readonly days?: readonly string[];
  /** Why days past the standard are right for people who were never called. */
  readonly because?: string;
}

/** One call: a change of up to 100 referrals. */
export interface BulkBatch {
  readonly body: BulkBody;
  readonly records: readonly BulkRecord[];
}

/** The outcome for a referral; 'unknown' if the response was lost. */
export interface BulkRow {
  readonly record: BulkRecord;
  readonly outcome: BulkOutcome | 'unknown' | 'unsent';
  readonly result?: BulkResult;
}

/** The calls for a change of these referrals. */
export function toBatches(change: BulkChange, records: readonly BulkRecord[]): BulkBatch[] {
  const { action, status, end_reason, end_note, owner, days, because } = change;
  const size = BULK_LIMITS.perCall;
  return Array.from({ length: Math.ceil(records.length / size) }, (_, index) => {
    const chunk = records.slice(index * size, (index + 1) * size);
    const items = chunk.map(({ id, version }, position) => {
      const on = days?.[index * size + position];
      return { id, ...(version !== undefined && { version }), ...(on && { on }) };
    });
    return {
      records: chunk,
      body: {
        action,
        ...(status !== undefined && { status }),
        ...(end_reason !== undefined && { end_reason, end_note }),
        ...(owner !== undefined && { owner }),
        ...(because && { because }),
        items,
      },
    };
  });
}

/** The same calls with the reason why the referrals ended. */
export const withEnding = (
  batches: readonly BulkBatch[],
  ending: Pick<BulkBody, 'end_reason' | 'end_note'>,
): BulkBatch[] => batches.map((batch) => ({ ...batch, body: { ...batch.body, ...ending } }));

/**
 * The calls that give each referral the status it had before a change, and the reason why it had ended. They name the version that it had after the change, so that
 * what somebody else has changed since stays.
 */
export function toUndoBatches(rows: readonly BulkRow[]): BulkBatch[] {
  const former = new Map<string, { change: BulkChange; records: BulkRecord[] }>();
  for (const { record, outcome, result } of rows) {
    if (outcome !== 'done' || typeof result?.from !== 'string') continue;
    const { version } = result;
    const change = formerOf(record, result.from as NonNullable<BulkBody['status']>);
    const key = JSON.stringify(change);
    const records = [...(former.get(key)?.records ?? []), { ...record, version }];
    former.set(key, { change, records });
  }
  return [...former.values()].flatMap(({ change, records }) => toBatches(change, records));
}

/** The change that gives a referral its former status, with the reason that it had. */
function formerOf(
  { end_reason, end_note }: BulkRecord,
  status: NonNullable<BulkBody['status']>,
): BulkChange {
  return {
    action: 'status',
    status,
    ...(status === ENDED_STATUS &&
      end_reason !== undefined && { end_reason, end_note: end_note ?? '' }),
  };
}

/** The rows of a call that was answered. */
export function toRows(batch: BulkBatch, results: readonly BulkResult[]): BulkRow[] {
  const byId = new Map(results.map((result) => [result.id, result]));
  return batch.records.map((record) => {
    const result = byId.get(record.id);
    return result ? { record, outcome: result.outcome, result } : { record, outcome: 'unknown' };
  });
}

/**
 * The calls that retry the referrals that somebody else changed, in their current version, and those that a response left out.
 */
export function toRetryBatches(
  rows: readonly BulkRow[],
  bodies: readonly BulkBatch[],
): BulkBatch[] {
  const retried = new Map<string, BulkRecord>();
  for (const { record, outcome, result } of rows) {
    // What somebody else has changed may have another reason by now.
    const { end_reason: _reason, end_note: _note, ...same } = record;
    if (outcome === 'stale') retried.set(record.id, { ...same, version: result?.version });
    if (outcome === 'unknown') retried.set(record.id, record);
  }
  return bodies.flatMap(({ body: { items, ...change }, records }) => {
    const again = records.flatMap(({ id }) => retried.get(id) ?? []);
    const dayOf = new Map(items.map(({ id, on }) => [id, on]));
    const days = again.map(({ id }) => dayOf.get(id) ?? '');
    return toBatches({ ...change, days }, again);
  });
}
