import { expect, it } from 'vitest';
import type { RawResponse } from './ApiError';
import { type Call, compose, type Middleware } from './middleware';

const CALL: Call = { name: 'meta', request: {}, session: { pair: null, owner: null } };
const DONE: RawResponse = { status: 200, data: {}, header: () => undefined };

it('compose sends a call through the middlewares in their order, and the response back', async () => {
  const steps: string[] = [];
  const step =
    (name: string): Middleware =>
    async (call, next) => {
      steps.push(`${name} of ${call.bearer}`);
      const response = await next({ ...call, bearer: name });
      steps.push(`${name} back`);
      return response;
    };
  const send = compose([step('first'), step('second')], async ({ bearer }) => {
    steps.push(`sent by ${bearer}`);
    return DONE;
  });
  await expect(send({ ...CALL, bearer: 'caller' })).resolves.toBe(DONE);
  expect(steps).toEqual([
    'first of caller',
    'second of first',
    'sent by second',
    'second back',
    'first back',
  ]);
});
