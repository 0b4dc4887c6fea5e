import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { callsOf, measure, median, overRounds, requestsTo } from './load';

const request = () => ({ method: 'POST' as const, path: '/', headers: {}, body: 'x' });

it('has every request answered, and counts those apart that are not with 200', async () => {
  let serial = 0;
  const bodies = new Set<string>();
  const server = createServer((asked, answer) => {
    asked.on('data', (body: Buffer) => bodies.add(body.toString()));
    asked.on('end', () => answer.writeHead((serial += 1) % 3 === 0 ? 201 : 200).end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  let sent = 0;
  const next = () => ({ ...request(), body: `request ${(sent += 1)}` });
  const measured = await requestsTo(port, 2, next)(30);
  server.close();
  expect(measured).toMatchObject({ failed: 10, perSecond: expect.any(Number) });
  expect(measured.p99).toBeGreaterThanOrEqual(measured.p50);
  expect(measured.p50).toBeGreaterThan(0);
  expect([serial, bodies.size]).toEqual([30, 30]);
});

it('has no time where nobody answers', async () => {
  const measured = await requestsTo(1, 2, request)(4);
  expect(measured).toEqual({ perSecond: 0, p50: NaN, p99: NaN, failed: 4 });
});

it('counts a thrown error as failed', async () => {
  let serial = 0;
  const work = async () => {
    if ((serial += 1) % 3 === 0) throw new Error('refused');
  };
  expect(await callsOf(work, 2)(30)).toMatchObject({ failed: 10 });
  expect(serial).toBe(30);
});

it('does as many as fit, by what was seen before, and no more than it may', async () => {
  const amounts: number[] = [];
  const load = async (amount: number) => {
    amounts.push(amount);
    return { perSecond: 1_000, p50: 1, p99: 1, failed: 1 };
  };
  expect(await measure(load, { atOnce: 8, seconds: 2 })).toMatchObject({ failed: 3 });
  await measure(load, { atOnce: 8, seconds: 0.001 });
  await measure(load, { atOnce: 1, seconds: 60, most: 250 });
  expect(amounts).toEqual([8, 400, 2_000, 8, 8, 8, 1, 50, 250]);
});

it('takes the median of each number over the rounds, and adds up what failed', () => {
  const round = (value: number) => ({ perSecond: value, p50: value, p99: -value, failed: value });
  const expected = { perSecond: 3, p50: 3, p99: -3, failed: 9 };
  expect(overRounds([round(5), round(1), round(3)])).toEqual(expected);
  expect(median([])).toBeNaN();
});
