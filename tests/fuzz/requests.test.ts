/**
 * Fuzzes the whole API with thousands of random requests: no 5xx, no missing response, and none that repeats its input.
 * `npm run fuzz -- --requests 100000 --seed 1` draws more of them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import { login_throttle } from '../../server/db/schema';
import { inputFor, usualCaller } from '../access/callInputs';
import { thorough } from '../support/exhaustive';
import { report } from '../support/report';
import { type AnyInput, startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import {
  type CallerKind,
  createFixtures,
  PASSWORD,
  signIn,
  unique,
  type Fixtures,
} from '../support/fixtures';
import { MARKER } from './hostile';
import { findResponseFault } from './checkResponse';
import { type ValidInputs, requestPlans, toRequest } from './requests';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? thorough(3_000, 30_000));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Number of requests after which all callers sign in again, new valid inputs are created, and the log is checked. */
const ROUND = 500;
const INPUTS_EACH = 3;
/** Milliseconds; a slower response counts as missing. */
const ANSWER_LIMIT = 20_000;
const names = Object.keys(allCalls) as AnyCallName[];

let webFolder: string;
let server: TestServer;
let fixtures: Fixtures;
/** The number of responses by status. */
const statuses = new Map<number, number>();
/** Milliseconds. */
let slowest = 0;
const countIn = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1);

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'referral-desk-fuzz-'));
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Desk</title>');
  server = await startTestServer({ LOG_LEVEL: 'trace' }, { webFolder });
  fixtures = await createFixtures(server);
});
afterAll(async () => {
  await server.close();
  rmSync(webFolder, { recursive: true });
});

/** Two calls get an input that is refused: a success would end the sessions that the other requests need. */
async function createInput(name: AnyCallName): Promise<AnyInput> {
  if (name === 'handOverConsent') return { body: { consent: unique('No-Consent') } };
  if (name !== 'changePassword') return inputFor(name, fixtures);
  return { body: { current_password: 'Never-Theirs-19-Wagons', new_pass: unique('Other-Word') } };
}

async function createInputs(): Promise<ValidInputs> {
  const inputs: Partial<Record<AnyCallName, readonly AnyInput[]>> = {};
  for (const name of names) {
    const made: AnyInput[] = [];
    for (let each = 0; each < INPUTS_EACH; each += 1) made.push(await createInput(name));
    inputs[name] = made;
  }
  return inputs as ValidInputs;
}

/** Signs every caller in again: login throttling and expiry may have invalidated the previous tokens. */
async function signInAllCallers(): Promise<(caller: CallerKind) => string | undefined> {
  await server.db.delete(login_throttle);
  const bearers = new Map<CallerKind, string>();
  for (const [kind, { username }] of Object.entries(fixtures.people)) {
    const password = username === SUPERUSER.email ? SUPERUSER.password : PASSWORD;
    bearers.set(kind as CallerKind, (await signIn(server, username, password)).access);
  }
  return (caller) => bearers.get(caller);
}

it(
  `${REQUESTS.toLocaleString('en-US')} random requests each get a valid response that does not repeat their input`,
  { timeout: 120_000 + REQUESTS * 60 },
  async () => {
    process.stdout.write(`fuzz: seed ${SEED}\n`);
    for (let drawn = 0; drawn < REQUESTS; drawn += ROUND) {
      const bearerOf = await signInAllCallers();
      fixtures = { ...fixtures, bearer: bearerOf };
      const inputs = await createInputs();
      if (drawn === 0) await sendValid(inputs, bearerOf);
      const logged = server.log().length;
      await fc.assert(
        fc.asyncProperty(requestPlans, async (plan) => {
          const request = toRequest(plan, inputs, bearerOf);
          const begun = performance.now();
          const answer = await server.raw(request);
          slowest = Math.max(slowest, performance.now() - begun);
          countIn(statuses, answer.status);
          const fault = findResponseFault(answer, String(request.method));
          if (fault) throw new Error(`${fault}: ${JSON.stringify(toReadable(request))}`);
        }),
        { numRuns: Math.min(ROUND, REQUESTS - drawn), seed: SEED + drawn, timeout: ANSWER_LIMIT },
      );
      expect(server.log().slice(logged).includes(MARKER)).toBe(false);
    }
    report('requests fuzzed', REQUESTS);
    process.stdout.write(
      `fuzz: ${JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))}, slowest ${Math.round(slowest)} ms\n`,
    );
  },
);

/** Calls that cannot succeed here: two take a refresh token, and two get an input that is refused. */
const NEVER_DONE: readonly AnyCallName[] = [
  'refresh',
  'changePassword',
  'logout',
  'handOverConsent',
];

/** Sends the input of each call as it is: it must succeed, or the mutated ones would not get past the first check. */
async function sendValid(
  inputs: ValidInputs,
  bearerOf: (caller: CallerKind) => string | undefined,
): Promise<void> {
  const failed: AnyCallName[] = [];
  for (const name of names) {
    const [input = {}] = inputs[name];
    const { status } = await server.call(name, input, bearerOf(usualCaller(name)));
    if (status !== 200) failed.push(name);
  }
  expect(failed.toSorted()).toEqual(NEVER_DONE.toSorted());
}

/** A request in readable form, for the error message. */
const toReadable = ({ payload, ...request }: { payload?: unknown }) => ({
  ...request,
  payload: Buffer.isBuffer(payload) ? payload.toString() : payload,
});
