import type { Database } from '../../db/openDatabase';
import { type Head, type Verdict, verifyChain } from './chain';
import { readEntries, readHead } from './chainRepository';

/**
 * Verifies the whole trail as it is at one moment, whatever is added meanwhile.
 * @param noted the end of the trail as it was noted earlier
 */
export function verifyTrail(db: Database, noted?: Head): Promise<Verdict> {
  return db.transaction(
    async (tx) => {
      const head = await readHead(tx);
      return verifyChain(readEntries(tx), head, noted);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/**
 * Reads `<id>:<hash>`, as the command prints it.
 * @throws Error when it is none
 */
export function readNoted(text: string): Head {
  const [, id, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (id === undefined || hash === undefined) {
    throw new Error('--head takes what this command printed earlier: <id>:<hash>');
  }
  return { id: Number(id), hash };
}

/** The verdict for the person at the terminal. */
export function describeVerdict(verdict: Verdict): string {
  if (!verdict.isIntact) {
    return `The audit trail is not intact: entry ${verdict.id} ${verdict.reason}.`;
  }
  const { id, hash } = verdict.head;
  return `${id} entries, chain intact, head ${id}:${hash}`;
}
