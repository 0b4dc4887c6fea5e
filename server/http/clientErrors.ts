import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { RefusedError } from './errors';
import { RAW_RESPONSE_HEADERS } from './headers';

const RESPONSES: Record<string, readonly [status: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request is too large'],
};
const DEFAULT_RESPONSE = ['400 Bad Request', 'The request cannot be read'] as const;

/**
 * Responds to input that is not a valid HTTP request, in the format of every other refusal. Such input never reaches a route.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = RESPONSES[error.code ?? ''] ?? DEFAULT_RESPONSE;
  respondAndClose(socket, status, detail);
}

/** Responds and destroys the socket: a client could otherwise keep the connection open by sending further bytes, or nothing. */
function respondAndClose(socket: Duplex, status: string, detail: string): void {
  const { body, headers } = createResponse(detail);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

/** Builds body and headers for responses that bypass Fastify, whose hooks would set the headers. */
function createResponse(detail: string) {
  const body = JSON.stringify({ detail });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    connection: 'close',
    ...RAW_RESPONSE_HEADERS,
  };
  return { body, headers };
}

/** Refuses an unknown Expect header. Without this listener, Node would respond in its own format. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { body, headers } = createResponse('What the request expects is not done here');
  response.writeHead(417, headers).end(body);
}

/** Refuses CONNECT, which is for proxies. Without this listener, Node would close the connection without a response. */
export function refuseConnect(_request: IncomingMessage, socket: Duplex): void {
  respondAndClose(socket, '405 Method Not Allowed', 'Method Not Allowed');
}

/**
 * Refuses requests without a single Host header. Node would refuse them in its own format, hence `requireHostHeader: false`.
 */
export const clientErrorsPlugin = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = countHosts(raw.rawHeaders);
    // With two Host headers, Node uses the first, but a proxy in front may have used the other.
    const hasValidHost = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
    if (!hasValidHost) throw new RefusedError(400, DEFAULT_RESPONSE[1]);
  });
});

/** @param rawHeaders alternating names and values, as Node received them */
const countHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
