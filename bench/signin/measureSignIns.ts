/** Measures logins while other networks flood the server with logins: with and without the flood in turn, in one run. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createLoginRequest, createRequest, createSender, signIn } from '../harness/requests';
import type { Engine } from '../harness/databases';
import { createRequestLoad, endAfterResponse, measure, type Measured } from '../harness/load';
import type { Options } from '../options';
import { log } from '../harness/log';
import { startProduct } from '../harness/servers';

/** A kind of flood, and the measured logins of each round without and with it. */
export interface Flood {
  readonly name: string;
  readonly username: string;
  readonly password: string;
  /** The address of each connection, from networks that no other round uses. */
  readonly addressOf: (connection: number, round: number) => string;
  /** Maximum median time of a login, as a multiple of that without the flood. */
  readonly atMost: number;
  readonly quiet: Measured[];
  readonly flooded: Measured[];
  /** Status → number of responses to the flood. */
  readonly answers: Record<number, number>;
}

export const CONNECTIONS = 200;
/** Milliseconds until a flood is at full rate. */
const RAMP_UP = 500;
/** Another account's right password costs as much as one's own. */
const OTHER = { username: 'other@bench.example.org', password: 'Measured-Gardens-58-Copper' };
const NOBODY = { username: 'nobody@bench.example.org', password: 'Wrong-Password-1' };

const hex = (number: number) => number.toString(16);

/** One household has a /56, with 256 /64s; a site has a /48. */
const FLOODS = [
  {
    name: 'wrong passwords, one address',
    ...NOBODY,
    addressOf: (_connection, round) => `192.0.${round}.1`,
    atMost: 1.5,
  },
  {
    name: 'right passwords, one address',
    ...OTHER,
    addressOf: (_connection, round) => `198.51.${round}.1`,
    atMost: 1.5,
  },
  {
    name: 'wrong passwords, 200 /64s of a /56',
    ...NOBODY,
    addressOf: (connection, round) => `2001:db8:${hex(round)}:${hex(connection)}::1`,
    atMost: 1.5,
  },
  {
    name: 'wrong passwords, 200 /56s of a /48',
    ...NOBODY,
    addressOf: (connection, round) => `2001:db9:${hex(round)}:${hex(connection * 256)}::1`,
    atMost: 1.5,
  },
  {
    name: 'wrong passwords, 100 addresses of 20 /24s',
    ...NOBODY,
    addressOf: (connection, round) =>
      `198.${18 + (round % 2)}.${round * 20 + (connection % 20)}.${(Math.floor(connection / 20) % 5) + 1}`,
    atMost: 3,
  },
] as const satisfies readonly Omit<Flood, 'quiet' | 'flooded' | 'answers'>[];

export async function measureSignIns(engine: Engine, options: Options): Promise<readonly Flood[]> {
  const store = await engine.create('signin');
  const { port, stop } = await startProduct(store);
  const send = createSender(port);
  const json = { ...OTHER, fullname: 'Other' };
  await send(createRequest('registerSuperuser', { json, bearer: await signIn(send) }));
  const own = createRequestLoad(port, () => createLoginRequest());
  const pace = { connections: 1, seconds: options.seconds };

  const floods: Flood[] = FLOODS.map((flood) => ({
    ...flood,
    quiet: [],
    flooded: [],
    answers: {},
  }));
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const flood of floods) {
      log(`${engine.title}: signing in, ${flood.name}, round ${round} of ${options.rounds}`);
      flood.quiet.push(await measure(own, pace));
      const end = startFlood(flood, port, round);
      await sleep(RAMP_UP);
      flood.flooded.push(await measure(own, pace));
      await end();
    }
  }
  await stop();
  await store.remove();
  return floods;
}

const HOUR = 3_600;

/**
 * Starts a flood: each connection sends its next login as soon as it has the previous response.
 * @returns a function that ends it, and resolves when each connection has its last response, so that the next measurement is
 *   quiet
 */
function startFlood(
  { username, password, addressOf, answers }: Flood,
  port: number,
  round: number,
) {
  const { method, path, body, headers } = createLoginRequest(username, password);
  const clients: autocannon.Client[] = [];
  const setupClient = (client: autocannon.Client) => {
    client.setHeaders({ ...headers, 'x-forwarded-for': addressOf(clients.length, round) });
    clients.push(client);
  };
  const request = { method, body, headers, setupClient };
  const pace = { connections: CONNECTIONS, duration: HOUR, timeout: 60, sampleInt: 10 };
  const url = `http://127.0.0.1:${port}${path}`;
  const load = autocannon({ url, ...request, ...pace }, () => undefined).on(
    'response',
    (_connection, status) => {
      answers[status] = (answers[status] ?? 0) + 1;
    },
  );
  return async () => {
    const ended = once(load, 'done');
    endAfterResponse(clients);
    await ended;
  };
}
