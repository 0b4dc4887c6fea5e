/**
 * The whole API under thousands of drawn requests: no answer of 5xx, none that is no answer, none that repeats what was sent.
 * `npm run fuzz -- --requests 100000 --seed 1` draws more of the same.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import { login_guard } from '../../server/db/schema';
import { inputFor } from '../access/extraInputs';
import { thorough } from '../support/exhaustive';
import { report } from '../support/report';
import { type AnyInput, startTestServer, type TestServer } from '../support/testServer';
import {
  type CallerKind,
  createWorld,
  PASSWORD,
  signIn,
  SUPERUSER,
  unique,
  type World,
} from '../support/world';
import { MARKER } from './hostile';
import { faultOf } from './judge';
import { type RightInputs, sketches, toRequest } from './requests';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? thorough(1_500, 20_000));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** After so many the people sign in anew, get new inputs to spoil, and the log is read. */
const ROUND = 500;
const INPUTS_EACH = 3;
/** Milliseconds; an answer that takes longer is none. */
const ANSWER_LIMIT = 20_000;
const names = Object.keys(allCalls) as AnyCallName[];

let webFolder: string;
let server: TestServer;
let world: World;
/** How often each call was carried out, and how often each status was the answer. */
const done = new Map<string, number>();
const statuses = new Map<number, number>();
/** Milliseconds. */
let slowest = 0;
const countIn = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1);

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'referral-desk-fuzz-'));
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Desk</title>');
  server = await startTestServer({ LOG_LEVEL: 'trace' }, { webFolder });
  world = await createWorld(server);
});
afterAll(async () => {
  await server.close();
  rmSync(webFolder, { recursive: true });
});

/** A password that is really changed would end the sessions the other requests need. */
async function inputOf(name: AnyCallName): Promise<AnyInput> {
  if (name !== 'changePassword') return inputFor(name, world);
  return { body: { current_password: 'Never-Theirs-19-Wagons', new_pass: unique('Other-Word') } };
}

async function makeInputs(): Promise<RightInputs> {
  const inputs: Partial<Record<AnyCallName, readonly AnyInput[]>> = {};
  for (const name of names) {
    const made: AnyInput[] = [];
    for (let each = 0; each < INPUTS_EACH; each += 1) made.push(await inputOf(name));
    inputs[name] = made;
  }
  return inputs as RightInputs;
}

/** Everyone's tokens, fresh: wrong passwords and an hour of fuzzing have used up the former. */
async function signEveryoneIn(): Promise<(caller: CallerKind) => string | undefined> {
  await server.db.delete(login_guard);
  const bearers = new Map<CallerKind, string>();
  for (const [kind, { username }] of Object.entries(world.people)) {
    const password = username === SUPERUSER.email ? SUPERUSER.password : PASSWORD;
    bearers.set(kind as CallerKind, (await signIn(server, username, password)).access);
  }
  return (caller) => bearers.get(caller);
}

it(
  `of ${REQUESTS.toLocaleString('en-US')} requests each has an answer that is ours, and keeps what was sent to itself`,
  { timeout: 120_000 + REQUESTS * 60 },
  async () => {
    process.stdout.write(`fuzz: seed ${SEED}\n`);
    for (let drawn = 0; drawn < REQUESTS; drawn += ROUND) {
      const bearerOf = await signEveryoneIn();
      world = { ...world, bearer: bearerOf };
      const inputs = await makeInputs();
      const logged = server.log().length;
      await fc.assert(
        fc.asyncProperty(sketches, async (sketch) => {
          const request = toRequest(sketch, inputs, bearerOf);
          const begun = performance.now();
          const answer = await server.raw(request);
          slowest = Math.max(slowest, performance.now() - begun);
          countIn(statuses, answer.status);
          if (answer.status === 200 && sketch.longPath === null) countIn(done, sketch.name);
          const fault = faultOf(answer, String(request.method));
          if (fault) throw new Error(`${fault}: ${JSON.stringify(shown(request))}`);
        }),
        { numRuns: Math.min(ROUND, REQUESTS - drawn), seed: SEED + drawn, timeout: ANSWER_LIMIT },
      );
      expect(server.log().slice(logged).includes(MARKER)).toBe(false);
    }
    // What is drawn must get past the first check, or nothing was tried.
    const reached = names.filter((name) => done.has(name));
    expect(names.filter((name) => !reached.includes(name))).toEqual(NEVER_DONE);
    report('requests fuzzed', REQUESTS);
    process.stdout.write(
      `fuzz: ${JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))}, slowest ${Math.round(slowest)} ms\n`,
    );
  },
);

/** With an access token nobody gets through to those that ask for the refresh token. */
const NEVER_DONE: readonly AnyCallName[] = ['refresh', 'changePassword', 'logout'];

/** A request for the person who has to find out what was wrong with it. */
const shown = ({ payload, ...request }: { payload?: unknown }) => ({
  ...request,
  payload: Buffer.isBuffer(payload) ? payload.toString() : payload,
});
