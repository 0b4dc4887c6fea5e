/** Serves the third-party backend on its own port: another origin, with CORS that allows only what is necessary. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  createThirdPartyBackend,
  type ThirdPartyBackend,
  type ThirdPartyBackendOptions,
} from './thirdPartyBackend';

const BASE = '/backend/v1';
const ALLOWED_HEADERS = new Set(['authorization', 'content-type']);

export interface ThirdPartyBackendServer {
  /** Base URL of the API. */
  readonly url: string;
  readonly backend: ThirdPartyBackend;
  /** The refused preflights: origin and requested headers. */
  readonly refused: readonly string[];
  /** Allows requests from this origin only. */
  allow(origin: string): void;
  stop(): Promise<void>;
}

export async function startThirdPartyBackendServer(
  options?: ThirdPartyBackendOptions,
): Promise<ThirdPartyBackendServer> {
  const backend = createThirdPartyBackend(options);
  const refused: string[] = [];
  let allowed = '';

  const server = createServer((request, response) => {
    const { origin } = request.headers;
    const cors =
      origin === allowed ? { 'access-control-allow-origin': allowed, vary: 'Origin' } : undefined;
    if (request.method === 'OPTIONS') {
      const requested = request.headers['access-control-request-headers'] ?? '';
      const hasForbiddenHeader = requested
        .split(/, ?/)
        .some((name) => name && !ALLOWED_HEADERS.has(name));
      if (!cors || hasForbiddenHeader) {
        refused.push(`${origin}: ${requested}`);
        return void response.writeHead(400).end('Disallowed CORS');
      }
      const methods = 'DELETE, GET, POST';
      const headers = [...ALLOWED_HEADERS].join(', ');
      return void response
        .writeHead(200, {
          ...cors,
          'access-control-allow-methods': methods,
          'access-control-allow-headers': headers,
        })
        .end('OK');
    }
    const respond = async () => {
      const { status, headers, body } = await answer(request);
      response.writeHead(status, { ...headers, ...cors }).end(body);
    };
    return void respond();
  });

  const answer = async (request: IncomingMessage) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://any.example');
    const outcome = backend.handle({
      method: request.method ?? '',
      path: pathname.slice(BASE.length),
      query: searchParams,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: await text(request),
    });
    return outcome === 'network' ? { status: 500, headers: {}, body: '' } : outcome;
  };

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${BASE}`,
    backend,
    refused,
    allow: (origin) => {
      allowed = origin;
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
