import { STATUS_CODES } from 'node:http';
import Fastify, { errorCodes } from 'fastify';
import { expect, it } from 'vitest';
import { errorsPlugin } from './errors';

const INPUT = 'Kq7Marker';

/** The response to a request whose processing fails with this error. */
async function respondTo(error: Error) {
  const app = Fastify();
  await app.register(errorsPlugin, {});
  app.get('/', () => {
    throw error;
  });
  return app.inject('/');
}

const refusals = Object.values(errorCodes)
  .map((FastifyError) => new FastifyError(INPUT, INPUT, INPUT))
  .filter(({ statusCode = 500 }) => statusCode < 500);

/** Refusals with a status of our own. */
const OWN: Readonly<Record<string, number>> = {
  FST_ERR_BAD_URL: 404,
  FST_ERR_CTP_INVALID_JSON_BODY: 422,
};

it.each(refusals)('$code keeps its 4xx, and its text repeats no input', async (error) => {
  const { statusCode, json, body } = await respondTo(error);
  expect(statusCode).toBe(OWN[error.code] ?? error.statusCode);
  expect(Object.keys(json<object>())).toEqual(['detail']);
  expect(body).not.toContain(INPUT);
});

it('a refusal of a Fastify plugin keeps its 4xx too, with the standard phrase', async () => {
  const error = Object.assign(new Error(INPUT), { code: 'FST_ERR_OF_A_PLUGIN', statusCode: 414 });
  const { statusCode, json } = await respondTo(error);
  expect({ statusCode, body: json<unknown>() }).toEqual({
    statusCode: 414,
    body: { detail: STATUS_CODES[414] },
  });
});

it.each([
  ['of Fastify without a 4xx', { code: 'FST_ERR_DEC_UNDECLARED', statusCode: 500 }],
  ['of another origin', { code: 'ENOENT', statusCode: 404 }],
  ['without a code', { statusCode: 400 }],
])('an error %s is a 500', async (_what, fields) => {
  expect((await respondTo(Object.assign(new Error(INPUT), fields))).statusCode).toBe(500);
});
