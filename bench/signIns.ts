/** Measures logins while another address floods the server with logins: with and without the flood in turn, in one run. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createLoginRequest, createRequest, createSender, signIn } from './cases';
import type { Engine } from './databases';
import { measure, type Measured, createRequestLoad } from './load';
import type { Options } from './options';
import { log } from './log';
import { startProduct } from './servers';

/** A kind of flood, and the measured logins of each round without and with it. */
export interface Flood {
  readonly name: string;
  readonly username: string;
  readonly password: string;
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

export async function measureSignIns(engine: Engine, options: Options): Promise<readonly Flood[]> {
  const store = await engine.create('signin');
  const { port, stop } = await startProduct(store);
  const send = createSender(port);
  const json = { ...OTHER, fullname: 'Other' };
  await send(createRequest('registerSuperuser', { json, bearer: await signIn(send) }));
  const own = createRequestLoad(port, () => createLoginRequest());
  const pace = { atOnce: 1, seconds: options.seconds };

  const floods: Flood[] = [
    { name: 'wrong passwords', ...NOBODY, quiet: [], flooded: [], answers: {} },
    { name: 'right passwords', ...OTHER, quiet: [], flooded: [], answers: {} },
  ];
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const [place, flood] of floods.entries()) {
      log(`${engine.title}: signing in, ${flood.name}, round ${round} of ${options.rounds}`);
      flood.quiet.push(await measure(own, pace));
      // A different address each time: the limit per address would end the next flood early.
      const end = startFlood(flood, port, `192.0.2.${round * floods.length + place}`);
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

/** Starts a flood: each connection sends its next login as soon as it has the previous response. @returns a function that ends it */
function startFlood({ username, password, answers }: Flood, port: number, from: string) {
  const { method, path, body, headers } = createLoginRequest(username, password);
  const request = { method, body, headers: { ...headers, 'x-forwarded-for': from } };
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
    load.stop();
    await ended;
  };
}
