/**
 * The whole API under thousands of drawn requests: no answer of 5xx, none that is no answer, none that repeats what was sent.
 * `npm run fuzz -- --requests 100000 --seed 1` draws more of the same.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import { login_guard } from '../../server/db/schema';
import { inputFor } from '../access/extraInputs';
import { report } from '../support/report';
import { type AnyInput, startTestServer, type TestServer } from '../support/testServer';
import {
  type CallerKind,
  createWorld,
  PASSWORD,
  signIn,
  SUPERUSER,
  type World,
} from '../support/world';
import { MARKER } from './hostile';
import { faultOf } from './judge';
import { type RightInputs, sketches, toRequest } from './requests';

vi.mock('@node-rs/argon2', () => import('../support/cheapArgon2'));

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_500);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** After so many the people sign in anew, get new inputs to spoil, and the log is read. */
const ROUND = 500;
const INPUTS_EACH = 3;
/** Milliseconds; an answer that takes longer is none. */
const ANSWER_LIMIT = 20_000;
const names = Object.keys(allCalls) as AnyCallName[];

let server: TestServer;
let world: World;
/** How often each call was carried out, and how often each status was the answer. */
const done = new Map<string, number>();
const statuses = new Map<number, number>();
const countIn = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1);

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'trace' });
  world = await createWorld(server);
});
afterAll(() => server.close());

async function makeInputs(): Promise<RightInputs> {
  const inputs: Partial<Record<AnyCallName, readonly AnyInput[]>> = {};
  for (const name of names) {
    const made: AnyInput[] = [];
    for (let each = 0; each < INPUTS_EACH; each += 1) made.push(await inputFor(name, world));
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
          const answer = await server.raw(request);
          countIn(statuses, answer.status);
          if (answer.status === 200) countIn(done, sketch.name);
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
      `fuzz: ${JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))}\n`,
    );
  },
);

/** With an access token nobody gets through: it is the refresh token they ask for. */
const NEVER_DONE: readonly AnyCallName[] = ['refresh', 'logout'];

/** A request for the person who has to find out what was wrong with it. */
const shown = ({ payload, ...request }: { payload?: unknown }) => ({
  ...request,
  payload: Buffer.isBuffer(payload) ? payload.toString() : payload,
});
