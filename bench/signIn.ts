/** How long signing in takes while one address floods the server with sign-ins: with and without the flood in turn, in one run. */
import { setTimeout as pass } from 'node:timers/promises';
import { z } from 'zod';
import { atEnd } from './atEnd';
import { startBuiltServer } from './builtServer';
import type { Engine } from './engines';
import { createClient, type HttpClient } from './httpClient';
import { type Measured, measure, overRounds } from './measure';
import { at, json, loginOf } from './operations';
import type { Options } from './options';
import { HEAD } from './people';
import { say } from './say';

export interface FloodResult {
  readonly flood: string;
  readonly quiet: Measured;
  readonly flooded: Measured;
  /** How often the flood was answered with each status. */
  readonly answers: ReadonlyMap<number, number>;
}

const CONNECTIONS = 200;
/** Milliseconds until a flood is under way. */
const RISE = 500;
/** Another's right password is as much work as one's own. */
const OTHER = { username: 'other@bench.example.org', password: 'Measured-Gardens-58-Copper' };

const FLOODS = [
  { flood: 'wrong passwords', username: 'nobody@bench.example.org', password: 'Wrong-Password-1' },
  { flood: 'right passwords', ...OTHER },
] as const;

/** @returns a result for each kind of flood: medians over the rounds */
export async function measureSignIn(engine: Engine, options: Options): Promise<FloodResult[]> {
  const store = await engine.create('signin');
  const remove = atEnd(() => store.remove());
  const server = await startBuiltServer(store);
  const client = createClient(server.port, 1);
  await addOther(client);
  const work = async () => (await client.send(ownSignIn())).status === 200;
  const pace = { atOnce: 1, seconds: options.seconds };

  const rounds = FLOODS.map(() => ({ quiet: [] as Measured[], flooded: [] as Measured[] }));
  const answers = FLOODS.map(() => new Map<number, number>());
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const [place, kind] of FLOODS.entries()) {
      say(`${engine.title}: signing in, ${kind.flood}, round ${round} of ${options.rounds}`);
      rounds[place]?.quiet.push(await measure(work, pace));
      // From an address of its own each time: the limit per address would end the next one early.
      const from = `192.0.2.${round * FLOODS.length + place}`;
      const end = beginFlood(server.port, from, kind, answers[place] ?? new Map());
      await pass(RISE);
      rounds[place]?.flooded.push(await measure(work, pace));
      await end();
    }
  }
  client.close();
  await server.stop();
  await remove();
  return FLOODS.map(({ flood }, place) => ({
    flood,
    quiet: overRounds(rounds[place]?.quiet ?? []),
    flooded: overRounds(rounds[place]?.flooded ?? []),
    answers: answers[place] ?? new Map(),
  }));
}

const ownSignIn = () => loginOf({ password: HEAD.SUPERUSER_PASSWORD }, HEAD.SUPERUSER_EMAIL);

async function addOther(client: HttpClient): Promise<void> {
  const { body } = await client.send(ownSignIn());
  const { access_token } = z.object({ access_token: z.string() }).parse(JSON.parse(body));
  const account = { ...OTHER, fullname: 'Other' };
  await client.send({ ...at('registerSuperuser'), ...json(account) }, access_token);
}

/** Each connection sends its next sign-in as soon as the one before is answered. */
function beginFlood(
  port: number,
  from: string,
  { username, password }: { username: string; password: string },
  answers: Map<number, number>,
): () => Promise<void> {
  const over = new AbortController();
  const client = createClient(port, CONNECTIONS, from);
  const lane = async () => {
    while (!over.signal.aborted) {
      const status = await client.send(loginOf({ password }, username)).then(
        (answer) => answer.status,
        () => 0,
      );
      if (!over.signal.aborted) answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  const lanes = Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return async () => {
    over.abort();
    client.close();
    await lanes;
  };
}
