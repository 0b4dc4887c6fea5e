/**
 * Verifies the audit trail without trusting the database that keeps it: the hashes are computed here, from what the entries
 * say (the database does the same when it chains a new one: migration 0005).
 */
import { createHash } from 'node:crypto';

/** An entry as stored. */
export interface StoredEntry {
  readonly id: number;
  /** Microseconds since 1970, as the hash covers them. */
  readonly at: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly recordIds: readonly string[];
  readonly outcome: string;
  readonly ip: string;
  readonly hash: string;
}

/** A place in the chain: the number of an entry and its hash. The chain begins with nothing, at number 0. */
export interface Head {
  readonly id: number;
  readonly hash: string;
}

export type Verdict =
  | { readonly isIntact: true; readonly head: Head }
  /** `id` is the first entry that is wrong. */
  | { readonly isIntact: false; readonly id: number; readonly reason: string };

/** The hash an entry must have, given that of the entry before. */
function hashOf(previous: string, entry: StoredEntry): string {
  const { id, at, actorId, action, recordIds, outcome, ip } = entry;
  const parts = [previous, id, at, actorId ?? '', action, recordIds.join(','), outcome, ip];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/**
 * @param pages all entries in their order, a page at a time
 * @param head the newest entry as the database noted it elsewhere
 * @param noted one that was noted earlier, which must still be in the chain
 */
export async function verifyChain(
  pages: AsyncIterable<readonly StoredEntry[]>,
  head: Head,
  noted?: Head,
): Promise<Verdict> {
  let last: Head = { id: 0, hash: '' };
  for await (const page of pages) {
    for (const entry of page) {
      const id = last.id + 1;
      if (entry.id < id) return wrong(entry.id, 'was added before the first');
      if (entry.id > id) return wrong(id, 'is missing');
      if (entry.hash !== hashOf(last.hash, entry)) return wrong(id, 'was changed');
      if (noted?.id === id && noted.hash !== entry.hash) {
        return wrong(id, 'is not the one that was noted: it, or one before it, was changed');
      }
      last = { id, hash: entry.hash };
    }
  }
  if (head.id > last.id) return wrong(last.id + 1, 'is missing, as are those after it');
  if (head.id < last.id) return wrong(head.id + 1, 'was added past the end');
  if (head.hash !== last.hash) return wrong(last.id, 'is not the one the end of the trail names');
  if (noted && noted.id > last.id) {
    return wrong(last.id + 1, 'is missing, as are those after it, up to the one that was noted');
  }
  return { isIntact: true, head: last };
}

const wrong = (id: number, reason: string): Verdict => ({ isIntact: false, id, reason });
