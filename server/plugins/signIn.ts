/** Finds out who makes a request: `request.caller()` reads the bearer, once, and asks the database who that is now. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type Caller, findCaller } from '../features/auth/repository';
import { createPasswords, type HashingCost, type Passwords } from '../features/auth/passwords';
import { createTokens, type Tokens } from '../features/auth/tokens';
import { UnauthorizedError } from './errors';

declare module 'fastify' {
  interface FastifyInstance {
    passwords: Passwords;
    tokens: Tokens;
  }
  interface FastifyRequest {
    /** The token sent as `Authorization: Bearer …`, or null. */
    bearer(): string | null;
    /** The active account behind the bearer, or null when there is none or it is no longer good. */
    caller(): Promise<Caller | null>;
    knownCaller: Promise<Caller | null> | null;
    /** Whose session lives, but whose token has run out: nobody to the guard, somebody to the audit trail. */
    expiredTokenCaller: Caller | null;
  }
}

const BEARER = /^Bearer +([\w.~+/=-]{1,4096})$/i;

export const signInPlugin = fastifyPlugin(
  async (app: FastifyInstance, options: { secret: string; hashing?: HashingCost }) => {
    app.decorate('passwords', createPasswords(options.hashing));
    app.decorate('tokens', createTokens(options.secret));
    app.decorateRequest('knownCaller', null);
    app.decorateRequest('expiredTokenCaller', null);

    app.decorateRequest('bearer', function bearer(this: FastifyRequest) {
      return BEARER.exec(this.headers.authorization ?? '')?.[1] ?? null;
    });

    app.decorateRequest('caller', function caller(this: FastifyRequest) {
      this.knownCaller ??= identify(app, this);
      return this.knownCaller;
    });
  },
  { name: 'signIn', dependencies: ['database'] },
);

async function identify(app: FastifyInstance, request: FastifyRequest): Promise<Caller | null> {
  const { db } = app.database;
  const bearer = request.bearer();
  if (bearer === null) return null;
  const sessionId = await app.tokens.readAccess(bearer);
  if (sessionId !== null) return findCaller(db, sessionId);
  const expired = await app.tokens.readExpired(bearer);
  request.expiredTokenCaller = expired === null ? null : await findCaller(db, expired);
  return null;
}

/** The caller of a route that only an active account may call; the guard has already made sure there is one. */
export async function callerOf(request: FastifyRequest): Promise<Caller> {
  const caller = await request.caller();
  if (!caller) throw new UnauthorizedError();
  return caller;
}
