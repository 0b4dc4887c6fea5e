/** Invalid credentials: each has only the defect its name states. */
import { sql } from 'drizzle-orm';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import type { PreparedAccounts, SessionTokens } from '../support/preparedAccounts';
import type { TestServer } from '../support/testServer';
import { NEW_PASSWORD } from '../support/emailFixtures';

export const SECRET = 'the-secret-of-this-test-has-more-than-32-characters';
const OTHER_SECRET = 'the-secret-of-somebody-else-has-32-characters-too';

/** Defect → token; undefined if none is sent. */
export type InvalidTokens = Record<string, string | undefined>;

const ISSUER = 'referral-desk';
const AUDIENCE = 'referral-desk-web';

interface Changes {
  payload?: JWTPayload;
  header?: Record<string, unknown>;
  secret?: string;
  alg?: string;
}

/** Signs the claims of a token again, with changes; a claim set to undefined is left out. */
export function resign(token: string, { payload, header, secret = SECRET, alg }: Changes = {}) {
  const claims = { ...decodeJwt(token), ...payload };
  return new SignJWT(JSON.parse(JSON.stringify(claims)))
    .setProtectedHeader({ ...header, alg: alg ?? 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const nowInSeconds = () => Math.floor(Date.now() / 1_000);

/** Invalid access tokens. The last eight are of ended sessions; the others are made from the token of an active super user. */
export async function createInvalidAccessTokens(
  server: TestServer,
  accounts: PreparedAccounts,
): Promise<InvalidTokens> {
  const active = await beginSession(accounts);
  const { access, refresh } = active;
  const [header = '', payload = '', signature = ''] = access.split('.');
  const forged = encode({ ...decodeJwt(access), subject: { role: 'SUPERUSER' }, sid: 'x' });
  const ended = await endedSessions(server, accounts);
  return {
    none: undefined,
    garbage: 'nonsense',
    'dots only': '..',
    'truncated signature': access.slice(0, -2),
    'zeroed signature': `${header}.${payload}.${'A'.repeat(signature.length)}`,
    'replaced payload': `${header}.${forged}.${signature}`,
    'unsigned, alg none': `${encode({ alg: 'none' })}.${payload}.`,
    'unsigned, alg None': `${encode({ alg: 'None', typ: 'JWT' })}.${payload}.${signature}`,
    'another key': await resign(access, { secret: OTHER_SECRET }),
    'empty key': await resign(access, { secret: ' ' }),
    'another algorithm': await resign(access, { alg: 'HS512' }),
    expired: await resign(access, {
      payload: { iat: nowInSeconds() - 1_000, exp: nowInSeconds() - 60 },
    }),
    'without expiry': await resign(access, { payload: { exp: undefined } }),
    'not yet valid': await resign(access, { payload: { nbf: nowInSeconds() + 3_600 } }),
    'for another audience': await resign(access, { payload: { aud: 'another-app' } }),
    'without audience': await resign(access, { payload: { aud: undefined } }),
    'of another issuer': await resign(access, { payload: { iss: `${ISSUER}.example` } }),
    'of another type': await resign(access, { payload: { type: 'refresh' } }),
    'without session': await resign(access, { payload: { sid: undefined } }),
    'session id is a list': await resign(access, { payload: { sid: [AUDIENCE] } }),
    'unknown session': await resign(access, { payload: { sid: 'nobody' } }),
    'refresh token': refresh,
    ...mapTokens(ended, ({ access: token }) => token),
  };
}

/** Invalid refresh tokens, for the calls that take one. */
export async function createInvalidRefreshTokens(
  server: TestServer,
  accounts: PreparedAccounts,
): Promise<InvalidTokens> {
  const { access, refresh } = await beginSession(accounts);
  const [version, sessionId, counter, mac = ''] = refresh.split('.');
  const ended = await endedSessions(server, accounts);
  return {
    none: undefined,
    garbage: 'nonsense',
    'access token': access,
    'unsigned JWT': `${encode({ alg: 'none' })}.${encode(decodeJwt(access))}.`,
    'truncated signature': refresh.slice(0, -1),
    'zeroed signature': [version, sessionId, counter, 'A'.repeat(mac.length)].join('.'),
    'incremented counter': [version, sessionId, 1, mac].join('.'),
    'another session': [version, 'another', counter, mac].join('.'),
    'another version': ['v2', sessionId, counter, mac].join('.'),
    'without counter': [version, sessionId, mac].join('.'),
    ...mapTokens(ended, ({ refresh: token }) => token),
  };
}

async function beginSession(accounts: PreparedAccounts): Promise<SessionTokens> {
  return accounts.beginSession(await accounts.add({ role: 'SUPERUSER' }));
}

/** Sessions of super users that were valid once. */
async function endedSessions(server: TestServer, accounts: PreparedAccounts) {
  const change = async (statement: (id: string) => ReturnType<typeof sql>) => {
    const begun = await beginSession(accounts);
    await server.db.execute(statement(String(decodeJwt(begun.access).sid)));
    return begun;
  };
  const signedOut = await beginSession(accounts);
  await server.callOk('logout', {}, signedOut.refresh);

  const reused = await beginSession(accounts);
  const first = await server.callOk('refresh', {}, reused.refresh);
  await server.callOk('refresh', {}, first.refresh_token);
  await server.call('refresh', {}, reused.refresh);

  const deactivated = await accounts.add({ role: 'SUPERUSER' });
  const beforeDeactivation = await accounts.beginSession(deactivated);
  const other = await beginSession(accounts);
  await server.callOk('deactivateAccount', { params: { id: deactivated.id } }, other.access);

  const resetAccount = await accounts.add({ role: 'SUPERUSER' });
  const beforeReset = await accounts.beginSession(resetAccount);
  const token = await accounts.addResetToken(resetAccount);
  await server.callOk('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });

  return {
    'signed out': signedOut,
    'revoked for reuse': reused,
    'account deactivated': beforeDeactivation,
    'password changed since': beforeReset,
    'past its absolute limit': await change(
      (id) => sql`update session set created_at = now() - interval '13 hours' where id = ${id}`,
    ),
    'idle too long': await change(
      (id) => sql`update session set rotated_at = now() - interval '3 hours' where id = ${id}`,
    ),
    'remembered, past its limit': await change(
      (id) =>
        sql`update session set remember = true, created_at = now() - interval '31 days' where id = ${id}`,
    ),
    'session deleted': await change((id) => sql`delete from session where id = ${id}`),
  };
}

function mapTokens(
  sessions: Record<string, SessionTokens>,
  pick: (tokens: SessionTokens) => string,
): InvalidTokens {
  return Object.fromEntries(Object.entries(sessions).map(([name, each]) => [name, pick(each)]));
}
