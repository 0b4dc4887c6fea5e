/** Stand-ins for a server that is broken, each in its own way. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { freePort } from '../../scripts/programs/freePort';

export interface Upstream {
  /** Where a proxy reaches it, such as 127.0.0.1:3000. */
  readonly address: string;
  /** How many requests have reached it, without those of health checks. */
  received(): number;
  close(): Promise<void>;
}

const HEALTHY = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';

/** Listens on a free port; `respond` handles a request, of which `text` has arrived. Health checks succeed. */
async function listen(respond: (socket: Socket, text: string) => void): Promise<Upstream> {
  let received = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (text.startsWith('GET /api/health')) {
        socket.end(HEALTHY);
      } else {
        received += 1;
        respond(socket, text);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const unreachable = (address: string): Upstream => ({
  address,
  received: () => 0,
  close: () => Promise.resolve(),
});

export const UPSTREAMS = {
  'is dead': async () => unreachable(`127.0.0.1:${await freePort()}`),
  // A link-local address without its interface: `connect` refuses it, which nginx logs at its level `crit`.
  'has no usable address': () => Promise.resolve(unreachable('[fe80::1]:3000')),
  'never answers': () => listen(() => {}),
  'answers garbage': () => listen((socket) => socket.end('this is not HTTP\r\n\r\n')),
  'resets the connection': () => listen((socket) => socket.resetAndDestroy()),
  'breaks off its answer': () =>
    listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\nfirst', () =>
        socket.resetAndDestroy(),
      );
    }),
  'fails with 500': () =>
    listen((socket) =>
      socket.end('HTTP/1.1 500 Oops\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    ),
  // As the server's own redirects might: the answer's headers repeat what the request asked.
  'redirects with the query': () =>
    listen((socket, text) => {
      const [, target = '/'] = text.split(' ');
      socket.end(
        `HTTP/1.1 302 Found\r\nLocation: ${target}\r\nSet-Cookie: ${target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
    }),
} satisfies Record<string, () => Promise<Upstream>>;
