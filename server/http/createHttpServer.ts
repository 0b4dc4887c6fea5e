import { createServer, type Server } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import { refuseConnect, refuseExpectation } from './clientErrors';
import { limitUnanswered } from './limitUnanswered';
import { disconnectStalled } from './disconnectStalled';

/** Bytes of a request's headers. */
const HEADER_LIMIT = 16 * 1024;
/** Milliseconds that an idle connection stays open. Fastify's default, which it does not apply to a custom server. */
const KEEP_ALIVE_TIMEOUT = 72_000;

/** Limits of one connection. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Maximum number of concurrent requests of one connection. While further ones wait, the socket is paused (backpressure). */
  readonly unanswered: number;
  /** Timeout for receiving a request, headers and body. */
  readonly requestTimeout: number;
  /** Timeout for a client that accepts none of the data to be sent. */
  readonly sendTimeout: number;
  /** Interval of the timeout checks: a connection may be closed this much later. */
  readonly checkInterval: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  unanswered: 4,
  requestTimeout: 30_000,
  sendTimeout: 30_000,
  checkInterval: 1_000,
};

/** Creates Fastify's HTTP server with limits and timeouts for each connection. */
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
