import { expect, it } from 'vitest';
import { onExit, runExitHandlers } from './onExit';

/** Work that lasts until `finish` is called. */
function slowWork() {
  const log: string[] = [];
  let finish = () => {};
  const work = () => {
    log.push('begun');
    return new Promise<void>((done) => {
      finish = () => {
        log.push('done');
        done();
      };
    });
  };
  return { work, log, finish: () => finish() };
}

const aMoment = () => new Promise((done) => setImmediate(done));

it('runs the newest handler first, and each once', async () => {
  const log: string[] = [];
  onExit(async () => log.push('older'));
  const stop = onExit(async () => log.push('stopped'));
  onExit(async () => log.push('newer'));
  await stop();
  await runExitHandlers();
  expect(log).toEqual(['stopped', 'newer', 'older']);
});

it('waits for a handler that is already running', async () => {
  const slow = slowWork();
  const stop = onExit(slow.work);
  const stopped = stop();
  let hasEnded = false;
  const ended = runExitHandlers().then(() => (hasEnded = true));
  await aMoment();
  expect(hasEnded).toBe(false);
  slow.finish();
  await Promise.all([stopped, ended]);
  expect(slow.log).toEqual(['begun', 'done']);
});

it('runs the handlers once, in order, if it is called twice: the second call waits for the first', async () => {
  const [older, newer] = [slowWork(), slowWork()];
  onExit(older.work);
  onExit(newer.work);
  const both = [runExitHandlers(), runExitHandlers()];
  await aMoment();
  expect([newer.log, older.log]).toEqual([['begun'], []]);
  newer.finish();
  await aMoment();
  expect(older.log).toEqual(['begun']);
  older.finish();
  await Promise.all(both);
});

it('also runs handlers that are added while it runs', async () => {
  const log: string[] = [];
  onExit(async () => void onExit(async () => log.push('added')));
  await runExitHandlers();
  expect(log).toEqual(['added']);
});
