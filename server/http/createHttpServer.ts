import { createServer, type Server } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import { refuseConnect, refuseExpectation } from './clientErrors';
import { limitUnanswered } from './limitUnanswered';
import { disconnectStalled } from './disconnectStalled';

/** Bytes of a request's headers. */
const HEADER_LIMIT = 16 * 1024;
/** Milliseconds that a connection without a request stays open. Fastify's default, which a server of our own does not get. */
const KEEP_ALIVE_TIMEOUT = 72_000;

/** What one connection may use. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Requests that are handled at once. While further ones wait, nothing more is read. */
  readonly unanswered: number;
  /** A request, headers and body, must arrive within this time. */
  readonly requestTimeout: number;
  /** A client must take some of what is to be sent within this time. */
  readonly sendTimeout: number;
  /** Time between two looks at the connections, by which they are closed late. */
  readonly checkInterval: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  unanswered: 4,
  requestTimeout: 30_000,
  sendTimeout: 30_000,
  checkInterval: 1_000,
};

/** Creates Fastify's HTTP server, whose connections hold neither memory nor time for long. */
export const createHttpServer =
  (limits: ConnectionLimits): FastifyServerFactory =>
  (handler) => {
    const { requestTimeout, checkInterval } = limits;
    const server: Server & { httpAllowHalfOpen?: boolean } = createServer({
      maxHeaderSize: HEADER_LIMIT,
      // ./clientErrors.ts refuses such requests, in our format.
      requireHostHeader: false,
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: checkInterval,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    });
    // A client that closes its sending half after the request still gets the response, even if the database is slow.
    server.httpAllowHalfOpen = true;
    const limited = limitUnanswered(limits.unanswered);
    server.on('request', limited(handler));
    server.on('checkExpectation', limited(refuseExpectation));
    server.on('connect', refuseConnect);
    disconnectStalled(server, limits);
    return server;
  };
