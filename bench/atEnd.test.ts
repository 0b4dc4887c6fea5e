import { expect, it } from 'vitest';
import { atEnd, endAll } from './atEnd';

/** Work that takes until it is told to be done. */
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

it('ends the newest first, each once', async () => {
  const log: string[] = [];
  atEnd(async () => log.push('older'));
  const stop = atEnd(async () => log.push('stopped by itself'));
  atEnd(async () => log.push('newer'));
  await stop();
  await endAll();
  expect(log).toEqual(['stopped by itself', 'newer', 'older']);
});

it('waits for what somebody else has begun to end', async () => {
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

it('is not at its end twice: the second one waits for the first, in the same order', async () => {
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

it('also ends what is added meanwhile', async () => {
  const log: string[] = [];
  atEnd(async () => void atEnd(async () => log.push('added')));
  await endAll();
  expect(log).toEqual(['added']);
});
