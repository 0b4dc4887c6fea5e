import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { RefusedError } from './errors';
import { BARE_HEADERS } from './headers';

const ANSWERS: Record<string, readonly [status: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request is too large'],
};
const OTHERWISE = ['400 Bad Request', 'The request cannot be read'] as const;

/** Answers what is no HTTP request, in the shape of every other refusal; it never becomes a request that a route could see. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = ANSWERS[error.code ?? ''] ?? OTHERWISE;
  hangUp(socket, status, detail);
}

function hangUp(socket: Duplex, status: string, detail: string): void {
  const { body, headers } = bareAnswer(detail);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

/** Nobody else sees to it that this has its headers. */
function bareAnswer(detail: string) {
  const body = JSON.stringify({ detail });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    connection: 'close',
    ...BARE_HEADERS,
  };
  return { body, headers };
}

/** What Node would refuse with an answer of its own, or with none. The server must be made with `requireHostHeader: false`. */
export const clientErrorsPlugin = fastifyPlugin(async (app: FastifyInstance) => {
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const { body, headers } = bareAnswer('What the request expects is not done here');
    response.writeHead(417, headers).end(body);
  });
  // Who closes their sending half once they have asked still gets the answer, also when the database takes a moment for it.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  // Whoever takes this for a proxy.
  app.server.on('connect', (_request, socket) => {
    hangUp(socket, '405 Method Not Allowed', 'Method Not Allowed');
  });
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = countHosts(raw.rawHeaders);
    // Of two hosts Node reads the first; a proxy in front may have read the other.
    const isNamed = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
    if (!isNamed) throw new RefusedError(400, OTHERWISE[1]);
  });
});

/** @param rawHeaders names and values in turn, as Node received them */
const countHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((text, place) => place % 2 === 0 && text.toLowerCase() === 'host').length;
