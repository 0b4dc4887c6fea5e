import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { measure, median, combineRounds, type Pace, createRequestLoad } from './load';

const request = () => ({ method: 'POST' as const, path: '/', headers: {}, body: 'x' });

const once = { connections: 2, seconds: 0.001 };

it('sends a different request each time until all are answered, and counts statuses other than 200 as failed', async () => {
  let [arrived, answered, sent] = [0, 0, 0];
  const bodies = new Set<string>();
  const server = createServer((asked, answer) => {
    arrived += 1;
    asked.on('data', (body: Buffer) => bodies.add(body.toString()));
    asked.on('end', () => {
      setTimeout(() => {
        answer.writeHead((answered += 1) % 3 === 0 ? 201 : 200).end();
      }, 5);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const load = createRequestLoad(port, () => ({ ...request(), body: `request ${(sent += 1)}` }));
  const measured = await load({ connections: 2, seconds: 60, maxRequests: 30 });
  expect([arrived, answered, bodies.size]).toEqual([30, 30, 30]);
  expect(measured.failed).toBe(10);
  expect(measured.p50).toBeGreaterThan(4);
  expect(measured.p99).toBeGreaterThanOrEqual(measured.p50);
  expect(measured.perSecond).toBeGreaterThan(0);

  // If the time is over at once, each connection still gets the response to its one request, and none is cut off.
  await load(once);
  expect(arrived).toBe(answered);
  expect(arrived).toBeGreaterThanOrEqual(32);
  server.close();
});

it('ends without a measured time if nothing answers', async () => {
  const measured = await createRequestLoad(1, request)(once);
  expect(measured).toMatchObject({ perSecond: 0, p50: NaN, p99: NaN });
  expect(measured.failed).toBeGreaterThanOrEqual(2);
});

it('warms up before it measures, and respects the maximum', async () => {
  const paces: Pace[] = [];
  const load = async (pace: Pace) => {
    paces.push(pace);
    return { perSecond: paces.length, p50: 1, p99: 1, failed: 1 };
  };
  const measured = await measure(load, { connections: 8, seconds: 2, maxRequests: 250 });
  expect(measured).toMatchObject({ perSecond: 2, failed: 2 });
  expect(paces).toEqual([
    { connections: 8, seconds: 0.4, maxRequests: 50 },
    { connections: 8, seconds: 2, maxRequests: 200 },
  ]);
});

it('takes the median of each number over the rounds, and the sum of the failures', () => {
  const round = (value: number) => ({ perSecond: value, p50: value, p99: -value, failed: value });
  const expected = { perSecond: 3, p50: 3, p99: -3, failed: 9 };
  expect(combineRounds([round(5), round(1), round(3)])).toEqual(expected);
  expect(median([])).toBeNaN();
});
