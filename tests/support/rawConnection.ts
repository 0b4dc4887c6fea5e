/** A server with routes that a test controls, and clients that send raw HTTP to it. */
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { buildServer, type ServerOptions } from '../../server/buildServer';
import { readSettings } from '../../server/settings/settings';

export interface RawServer {
  /** Connects a client. Returns both ends; the client reads once it is told to. */
  connect(): Promise<{ client: Socket; served: Socket }>;
  /** Also closes the connections that a failed test has left. */
  close(): Promise<void>;
}

/**
 * Starts the server as built for production, without a backend.
 * @param addRoutes adds the routes that the test controls
 */
export async function startRawServer(
  connection: ServerOptions['connection'],
  addRoutes: (app: FastifyInstance) => void,
): Promise<RawServer> {
  const settings = readSettings({ LOG_LEVEL: 'silent', API_URL: 'https://backend.example/v1' });
  const app = await buildServer({ settings, connection });
  addRoutes(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const clients: Socket[] = [];
  const served = new Map<number | undefined, Socket>();
  app.server.on('connection', (socket: Socket) => served.set(socket.remotePort, socket));
  return {
    async connect() {
      // Half-open: it does not close when the server does.
      const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
      clients.push(client);
      // The server may close first; what it sent before counts.
      client.on('error', () => undefined);
      await once(client, 'connect');
      return { client, served: await eventually(() => found(served.get(client.localPort))) };
    },
    async close() {
      for (const end of [...clients, ...served.values()]) end.destroy();
      await app.close();
    },
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not yet');
  return value;
}

/** Collects what the client receives. */
export function receive(client: Socket): { readonly text: () => string } {
  let received = '';
  client.on('data', (part: Buffer) => (received += part.toString('latin1')));
  return { text: () => received };
}

/** Resolves once a socket is closed, also after an error. */
export const closeOf = (socket: Socket) =>
  new Promise<void>((done) => socket.once('close', () => done()));

/** The bodies of the responses in a text, in order. */
export const bodiesOf = (text: string) =>
  text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter(Boolean)
    .map((response) => response.slice(response.indexOf('\r\n\r\n') + 4));

/** Polls until a check passes, for effects without an event. Its timeout only ends a test that hangs. */
export const eventually = <T>(check: () => T) =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 });

/**
 * Milliseconds before a test asserts that something did not happen. Too short a pause can hide a failure, but not cause one.
 */
const LET_IT_HAPPEN = 100;
export const letHappen = () => new Promise((done) => setTimeout(done, LET_IT_HAPPEN));
