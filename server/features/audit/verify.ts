import type { Database } from '../../db/database';
import { disableTimeouts } from '../../db/migrate';
import { type ChainHead, type Verdict, verifyChain } from './chain';
import { readEntries, readHead } from './readChain';

/**
 * Verifies the whole trail on one snapshot, unaffected by entries added at the same time.
 * @param savedHead a head of the chain saved earlier, which must still be in it
 */
export function verifyTrail(db: Database, savedHead?: ChainHead): Promise<Verdict> {
  return db.transaction(
    async (tx) => {
      await disableTimeouts(tx);
      const head = await readHead(tx);
      return verifyChain(readEntries(tx), head, savedHead);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/**
 * Parses a head in the format `<id>:<hash>` that the command prints.
 * @throws Error if the text is malformed
 */
export function parseHead(text: string): ChainHead {
  const [, id, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (id === undefined || hash === undefined) {
    throw new Error('--head must be a head that this command printed earlier: <id>:<hash>');
  }
  return { id: Number(id), hash };
}

/** Formats the verdict for the terminal. */
export function formatVerdict(verdict: Verdict): string {
  if (!verdict.isIntact) {
    return `The audit trail is not intact: entry ${verdict.id} ${verdict.reason}.`;
  }
  const { id, hash } = verdict.head;
  return `${id} entries, chain intact, head ${id}:${hash}`;
}
