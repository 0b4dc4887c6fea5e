import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTokens } from './tokens';

const SECRET = 'a secret of more than thirty-two characters';
const SUBJECT = {
  username: 'ana@example.org',
  fullname: 'Ana',
  role: 'MANAGER',
  approved: true,
} as const;
const tokens = createTokens(SECRET);

const signed = (claims: Record<string, unknown>, secret = SECRET) =>
  new SignJWT({ type: 'access', sid: 'session-1', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .setJti('1')
    .setIssuer((claims.iss as string | undefined) ?? 'referral-desk')
    .setAudience((claims.aud as string | undefined) ?? 'referral-desk-web')
    .sign(new TextEncoder().encode(secret));

describe('an access token', () => {
  it('names its session', async () => {
    expect(await tokens.readAccess(await tokens.access('session-1', SUBJECT))).toBe('session-1');
  });

  it('is read when signed as ours, so that the refusals below are for their own reason', async () => {
    expect(await tokens.readAccess(await signed({}))).toBe('session-1');
  });

  it.each([
    ['another secret', () => signed({}, 'another secret of thirty-two characters')],
    ['another kind', () => signed({ type: 'refresh' })],
    ['another issuer', () => signed({ iss: 'elsewhere' })],
    ['another audience', () => signed({ aud: 'elsewhere' })],
    ['no session', () => signed({ sid: undefined })],
    ['no signature', async () => new UnsecuredJWT({ type: 'access', sid: 's' }).encode()],
    ['no sense', async () => 'a.b.c'],
  ])('of %s is refused', async (_name, make) => {
    expect(await tokens.readAccess(await make())).toBeNull();
  });

  it('tells nothing but who is signed in', async () => {
    const [, payload = ''] = (await tokens.access('session-1', SUBJECT)).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    expect(Object.keys(claims).toSorted()).toEqual([
      'aud',
      'exp',
      'iat',
      'iss',
      'jti',
      'sid',
      'subject',
      'type',
    ]);
  });
});

describe('a refresh token', () => {
  const claim = { sessionId: 'session-1', counter: 3 };

  it('is the same each time it is made, and names its session and number', () => {
    expect(tokens.refresh(claim)).toBe(tokens.refresh(claim));
    expect(tokens.readRefresh(tokens.refresh(claim))).toEqual(claim);
  });

  it('of another number, session or secret is refused', () => {
    const good = tokens.refresh(claim);
    expect(tokens.readRefresh(good.replace('.3.', '.4.'))).toBeNull();
    expect(tokens.readRefresh(good.replace('session-1', 'session-2'))).toBeNull();
    expect(createTokens(`${SECRET}!`).readRefresh(good)).toBeNull();
    expect(tokens.readRefresh('')).toBeNull();
  });
});
