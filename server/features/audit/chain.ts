/**
 * Verifies the hash chain of the audit trail without trusting the database: recomputes every hash here from the stored
 * fields. The database computes the same hash when it appends an entry (migration 0005).
 */
import { createHash } from 'node:crypto';

/** An entry as stored. */
export interface StoredEntry {
  readonly id: number;
  /** Microseconds since 1970-01-01 UTC, as text: the form the hash covers. */
  readonly at: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly recordIds: readonly string[];
  readonly outcome: string;
  readonly ip: string;
  readonly refusals: number | null;
  readonly hash: string;
}

/** A position in the chain: an entry's number and hash. The empty chain has number 0 and an empty hash. */
export interface ChainHead {
  readonly id: number;
  readonly hash: string;
}

export type Verdict =
  | { readonly isIntact: true; readonly head: ChainHead }
  /** `id` is the number of the first invalid entry. */
  | { readonly isIntact: false; readonly id: number; readonly reason: string };

/** Computes an entry's hash from its fields and the hash of the previous entry: SHA-256, hex. */
function computeHash(previous: string, entry: StoredEntry): string {
  const { id, at, actorId, action, recordIds, outcome, ip, refusals } = entry;
  const fields = [previous, id, at, actorId ?? '', action, recordIds.join(','), outcome, ip];
  const parts = refusals === null ? fields : [...fields, refusals];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/**
 * Checks that the entries are numbered from 1 without gaps, that every hash matches, and that the chain ends at `head`.
 * @param pages all entries in ascending order, one page at a time
 * @param head the newest entry according to the table `audit_head`
 * @param savedHead a head saved earlier outside the database, which must still be in the chain
 */
export async function verifyChain(
  pages: AsyncIterable<readonly StoredEntry[]>,
  head: ChainHead,
  savedHead?: ChainHead,
): Promise<Verdict> {
  let last: ChainHead = { id: 0, hash: '' };
  for await (const page of pages) {
    for (const entry of page) {
      const id = last.id + 1;
      if (entry.id < id) return invalid(entry.id, 'was added before the first');
      if (entry.id > id) return invalid(id, 'is missing');
      if (entry.hash !== computeHash(last.hash, entry)) return invalid(id, 'was changed');
      if (savedHead?.id === id && savedHead.hash !== entry.hash) {
        return invalid(id, 'does not match the head given: it or an earlier entry was changed');
      }
      last = { id, hash: entry.hash };
    }
  }
  if (head.id > last.id) return invalid(last.id + 1, 'and all later entries are missing');
  if (head.id < last.id) return invalid(head.id + 1, 'was added past the end');
  if (head.hash !== last.hash)
    return invalid(last.id, 'does not match the stored head of the chain');
  if (savedHead && savedHead.id > last.id) {
    return invalid(last.id + 1, 'and all later entries up to the head given are missing');
  }
  return { isIntact: true, head: last };
}

const invalid = (id: number, reason: string): Verdict => ({ isIntact: false, id, reason });
