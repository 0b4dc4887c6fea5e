/** Authenticates requests: `request.caller()` verifies the bearer token once and loads the account's current state. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, findCaller } from './caller';
import { type AccessClaim, createTokens, type Tokens } from './tokens';
import { UnauthorizedError } from '../../http/errors';

declare module 'fastify' {
  interface FastifyInstance {
    tokens: Tokens;
  }
  interface FastifyRequest {
    /** The token from `Authorization: Bearer …`, or null. */
    bearer(): string | null;
    /** The active account of the bearer token; null if there is no token or it is no longer valid. */
    caller(): Promise<Caller | null>;
    /** Caches the result of `caller()`. */
    cachedCaller: Promise<Caller | null> | null;
    /** The account of an expired access token whose session is still live: denied access, but named in the audit trail. */
    expiredTokenCaller: Caller | null;
  }
}

const BEARER_HEADER = /^Bearer +([\w.~+/=-]{1,4096})$/i;

/**
 * Decorates the app with `tokens`, and its requests with `bearer()` and `caller()`.
 * @param secret signs the tokens
 */
export function decorateAuthentication(app: FastifyInstance, secret: string): void {
  app.decorate('tokens', createTokens(secret));
  app.decorateRequest('cachedCaller', null);
  app.decorateRequest('expiredTokenCaller', null);

  app.decorateRequest('bearer', function bearer(this: FastifyRequest) {
    return BEARER_HEADER.exec(this.headers.authorization ?? '')?.[1] ?? null;
  });

  app.decorateRequest('caller', function caller(this: FastifyRequest) {
    this.cachedCaller ??= authenticate(app, this);
    return this.cachedCaller;
  });
}

/** The claim of the bearer token; null if there is no valid token. The session may have ended. */
export async function readClaim(request: FastifyRequest): Promise<AccessClaim | null> {
  const bearer = request.bearer();
  return bearer === null ? null : request.server.tokens.readAccess(bearer);
}

async function authenticate(app: FastifyInstance, request: FastifyRequest): Promise<Caller | null> {
  const { db } = app.database;
  const { TIME_ZONE } = app.settings;
  const bearer = request.bearer();
  if (bearer === null) return null;
  const claim = await readClaim(request);
  if (claim) return findCaller(db, claim.sessionId, TIME_ZONE);
  const expired = await app.tokens.readExpired(bearer);
  request.expiredTokenCaller = expired === null ? null : await findCaller(db, expired, TIME_ZONE);
  return null;
}

/** Returns the caller of a route that requires an account; the access check has already ensured that there is one. */
export async function requireCaller(request: FastifyRequest): Promise<Caller> {
  const caller = await request.caller();
  if (!caller) throw new UnauthorizedError();
  return caller;
}

/**
 * Returns the caller as stored now: the session may have ended since the request began.
 * @param db the open transaction, if there is one
 * @throws UnauthorizedError if the session is no longer valid
 */
export async function reloadCaller(
  request: FastifyRequest,
  db = request.server.database.db,
): Promise<Caller> {
  const { sessionId } = await requireCaller(request);
  const caller = await findCaller(db, sessionId, request.server.settings.TIME_ZONE);
  if (!caller) throw new UnauthorizedError();
  return caller;
}
