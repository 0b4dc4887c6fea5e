/**
 * Group commit: concurrent requests share one flush of their changes, or one statement that appends and flushes the audit
 * entries of their reads, before the server responds. A flush takes longer than a transaction, and the chain of entries is
 * locked by one transaction at a time.
 */
import { UnavailableError } from '../../http/errors';
import type { EntryKey } from './trail';

/**
 * Batches items: while one batch runs, further items form the next one.
 * @param run processes a batch. It calls `take` for the items when it sends its statement, so that items can join the batch
 *   while it waits for a connection
 * @returns a function that adds an item to the next batch, and resolves with the result of that batch
 */
export function runInGroups<Item, Result>(
  run: (take: () => readonly Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: { items: Item[]; done: Promise<Result> } | undefined;
  const startNext = () => {
    const items: Item[] = [];
    const take = () => {
      // Later items belong to the next batch: this batch may not include them any more.
      if (next?.items === items) next = undefined;
      return items;
    };
    const done = running.then(() => run(take).finally(take));
    running = done.catch(() => undefined);
    return { items, done };
  };
  return (item) => {
    next ??= startNext();
    next.items.push(item);
    return next.done;
  };
}

/**
 * Shares flushes among requests that have committed asynchronously.
 * @param flush flushes everything committed before, and returns the hashes of those entries that exist
 * @returns a function that resolves when an entry and everything committed before it is on disk
 */
export function createGroupCommit(
  flush: (take: () => readonly EntryKey[]) => Promise<ReadonlySet<string>>,
): (entry: EntryKey) => Promise<void> {
  // The first attempt may get a broken connection of the pool.
  const flushTogether = runInGroups<EntryKey, ReadonlySet<string>>((take) =>
    flush(take).catch(() => flush(take)),
  );
  return async (entry) => {
    const flushed = await flushTogether(entry);
    // The database crashed between commit and flush, and lost the transaction.
    if (!flushed.has(entry.hash)) {
      throw new UnavailableError('The database is not responding. Please try again in a moment.');
    }
  };
}

/**
 * Tells each change whether it runs alone. If so, it commits synchronously, which saves the statement of a flush. Concurrent
 * changes commit asynchronously and share a flush, because each synchronous commit would lock the chain while it flushes.
 * @returns a function that runs a change
 */
export function createChangeRunner(): <Result>(
  change: (isAlone: boolean) => Promise<Result>,
) => Promise<Result> {
  let running = 0;
  return async (change) => {
    running += 1;
    try {
      return await change(running === 1);
    } finally {
      running -= 1;
    }
  };
}
