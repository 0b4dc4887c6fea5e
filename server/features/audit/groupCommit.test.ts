import { expect, it } from 'vitest';
import { createChangeRunner, createGroupCommit, runInGroups } from './groupCommit';
import type { EntryKey } from './trail';

const entry = (id: number): EntryKey => ({ id, hash: String(id) });
const idsOf = (entries: readonly EntryKey[]) => entries.map(({ id }) => id);
const hashesOf = (entries: readonly EntryKey[]) => entries.map(({ hash }) => hash);

/** A flush that ends when the test says so. */
function controlledFlush() {
  const batches: { ids: number[]; end: (outcome: 'done' | 'failed' | 'lost') => void }[] = [];
  const commit = createGroupCommit(
    (take) =>
      new Promise((resolve, reject) => {
        const entries = take();
        batches.push({
          ids: idsOf(entries),
          end: (outcome) =>
            outcome === 'failed'
              ? reject(new Error('no connection'))
              : resolve(new Set(outcome === 'done' ? hashesOf(entries) : [])),
        });
      }),
  );
  return { commit, batches };
}

type Batches = ReturnType<typeof controlledFlush>['batches'];

/** Ends the flushes one after the other, each once it runs. */
async function endAll(batches: Batches, outcomes: readonly ('done' | 'failed' | 'lost')[]) {
  for (const [index, outcome] of outcomes.entries()) {
    await nextTurn();
    batches[index]?.end(outcome);
  }
}

const nextTurn = () => new Promise((done) => setImmediate(done));

it('flushes waiting entries together, and entries committed during a flush by the next one', async () => {
  const { commit, batches } = controlledFlush();
  const answered: number[] = [];
  const wait = (id: number) => commit(entry(id)).then(() => answered.push(id));
  const all = [wait(1), wait(2)];
  await nextTurn();
  all.push(wait(3), wait(4));
  await nextTurn();
  expect(batches.map(({ ids }) => ids)).toEqual([[1, 2]]);
  expect(answered).toEqual([]);
  batches[0]?.end('done');
  await nextTurn();
  expect(answered).toEqual([1, 2]);
  expect(batches.map(({ ids }) => ids)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  batches[1]?.end('done');
  await Promise.all(all);
  expect(answered).toEqual([1, 2, 3, 4]);
});

it('adds entries to a flush until its statement is sent', async () => {
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (send = resolve));
  const batches: number[][] = [];
  const commit = createGroupCommit(async (take) => {
    await sent;
    batches.push(idsOf(take()));
    return new Set(hashesOf(take()));
  });
  const all = [commit(entry(1))];
  await nextTurn();
  all.push(commit(entry(2)));
  send();
  await nextTurn();
  all.push(commit(entry(3)));
  await Promise.all(all);
  expect(batches).toEqual([[1, 2], [3]]);
});

it('tries a failed flush again once', async () => {
  const { commit, batches } = controlledFlush();
  const waiting = commit(entry(1));
  await nextTurn();
  batches[0]?.end('failed');
  await nextTurn();
  batches[1]?.end('done');
  await expect(waiting).resolves.toBeUndefined();
});

it('acknowledges no entry whose flush fails twice, and continues', async () => {
  const { commit, batches } = controlledFlush();
  const [[refused]] = await Promise.all([
    Promise.allSettled([commit(entry(1))]),
    endAll(batches, ['failed', 'failed']),
  ]);
  expect(refused).toMatchObject({ reason: { message: 'no connection' } });
  const next = commit(entry(2));
  await nextTurn();
  batches[2]?.end('done');
  await expect(next).resolves.toBeUndefined();
});

it('refuses an entry that the database has lost, with a request to try again', async () => {
  const { commit, batches } = controlledFlush();
  const [[refused]] = await Promise.all([
    Promise.allSettled([commit(entry(1))]),
    endAll(batches, ['lost']),
  ]);
  expect(refused).toMatchObject({ reason: { statusCode: 503 } });
});

it('refuses a lost entry beside the one that has taken its number', async () => {
  const stored: EntryKey = { id: 1, hash: 'stored' };
  const commit = createGroupCommit(async () => new Set([stored.hash]));
  const outcomes = await Promise.allSettled([commit({ id: 1, hash: 'lost' }), commit(stored)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

it('adds items that arrive after a batch was taken to the next one, however often it is taken', async () => {
  const groups: string[][] = [];
  const run = runInGroups<string, void>(async (take) => {
    take();
    const first = groups.length === 0;
    if (first) late = run('late');
    groups.push([...take()]);
  });
  let late: Promise<void> | undefined;
  await run('early');
  await late;
  expect(groups).toEqual([['early'], ['late']]);
});

it('rejects for all items of a failed batch, without a retry, and runs the next batch', async () => {
  const groups: string[][] = [];
  const append = runInGroups<string, void>(async (take) => {
    groups.push([...take()]);
    if (groups.length === 1) throw new Error('no connection');
  });
  const first = [append('a'), append('b')];
  expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  await append('c');
  expect(groups).toEqual([['a', 'b'], ['c']]);
});

it('tells a change whether it runs alone, also after one that failed', async () => {
  const runChange = createChangeRunner();
  const told: boolean[] = [];
  const change = async (isAlone: boolean) => {
    told.push(isAlone);
    await nextTurn();
  };
  await Promise.all([runChange(change), runChange(change)]);
  const failing = runChange(() => Promise.reject(new Error('no connection')));
  await expect(failing).rejects.toThrow('no connection');
  await runChange(change);
  expect(told).toEqual([true, false, true]);
});
