import { expect, it } from 'vitest';
import { atEnd, endAll } from './atEnd';

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
  atEnd(async () => log.push('older'));
  const stop = atEnd(async () => log.push('stopped by itself'));
  atEnd(async () => log.push('newer'));
  await stop();
  await endAll();
  expect(log).toEqual(['stopped by itself', 'newer', 'older']);
});

it('waits for a handler that is already running', async () => {
  const slow = slowWork();
  const stop = atEnd(slow.work);
  const stopped = stop();
  let hasEnded = false;
  const ended = endAll().then(() => (hasEnded = true));
  await aMoment();
  expect(hasEnded).toBe(false);
  slow.finish();
  await Promise.all([stopped, ended]);
  expect(slow.log).toEqual(['begun', 'done']);
});

it('runs the handlers once, in order, if it is called twice: the second call waits for the first', async () => {
  const [older, newer] = [slowWork(), slowWork()];
  atEnd(older.work);
  atEnd(newer.work);
  const both = [endAll(), endAll()];
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
  atEnd(async () => void atEnd(async () => log.push('added')));
  await endAll();
  expect(log).toEqual(['added']);
});
