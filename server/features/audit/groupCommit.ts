/**
 * Group commit: requests wait together for one flush of their changes, or for one statement that appends and flushes the entries of their
 * reads, before they are answered. A flush takes longer than a transaction, and the chain of entries admits one transaction at a time.
 */
import { UnavailableError } from '../../http/errors';
import type { EntryKey } from './trail';

/**
 * Runs one task at a time for all that wait for it.
 * @param run does it for the items of a group. It takes them when its statement is sent, so that others join while it waits for a
 *   connection
 * @returns a function that adds an item to the next group, and resolves with the result of that group
 */
export function runInGroups<Item, Result>(
  run: (take: () => readonly Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: { items: Item[]; done: Promise<Result> } | undefined;
  const startNext = () => {
    const items: Item[] = [];
    const take = () => {
      // Whatever comes from now on is in the next group: this one may begin before.
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
 * Requests commit their changes without waiting for the disk, and wait together for the flush.
 * @param flush flushes everything committed before, and returns the hashes of those entries that exist
 * @returns a function that resolves when an entry, and with it everything committed before the entry, is on disk
 */
export function createGroupCommit(
  flush: (take: () => readonly EntryKey[]) => Promise<ReadonlySet<string>>,
): (entry: EntryKey) => Promise<void> {
  // The first attempt may meet a broken connection.
  const flushTogether = runInGroups<EntryKey, ReadonlySet<string>>((take) =>
    flush(take).catch(() => flush(take)),
  );
  return async (entry) => {
    const flushed = await flushTogether(entry);
    // The database has crashed between commit and flush, and lost the transaction.
    if (!flushed.has(entry.hash)) {
      throw new UnavailableError('The database is not responding. Please try again in a moment.');
    }
  };
}

/**
 * Lets a change that is alone flush its own commit, which takes a statement less. Changes side by side share a flush: each would hold
 * the chain during its own.
 * @returns a function that runs a change, and tells it whether no other is under way
 */
export function createChangeRunner(): <Result>(
  change: (isAlone: boolean) => Promise<Result>,
) => Promise<Result> {
  let underWay = 0;
  return async (change) => {
    underWay += 1;
    try {
      return await change(underWay === 1);
    } finally {
      underWay -= 1;
    }
  };
}
