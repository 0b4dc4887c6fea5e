import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTokens, subjectOf } from './tokens';

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
    ['a session that is a list', () => signed({ sid: ['session-1'] })],
    ['no signature', async () => new UnsecuredJWT({ type: 'access', sid: 's' }).encode()],
    ['no sense', async () => 'a.b.c'],
  ])('of %s is refused', async (_name, make) => {
    expect(await tokens.readAccess(await make())).toBeNull();
  });

  it('tells nothing but who is signed in', async () => {
    const claims = decodeJwt(await tokens.access('session-1', SUBJECT));
    expect(claims.subject).toEqual(SUBJECT);
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

  it('lasts 15 minutes, and 30 seconds longer for clocks that differ', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const token = await tokens.access('session-1', SUBJECT);
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect(exp - iat).toBe(15 * 60);
    vi.setSystemTime((exp + 29) * 1_000);
    expect(await tokens.readAccess(token)).toBe('session-1');
    expect(await tokens.readExpired(token)).toBeNull();
    vi.setSystemTime((exp + 31) * 1_000);
    expect(await tokens.readAccess(token)).toBeNull();
    expect(await tokens.readExpired(token)).toBe('session-1');
  });
});

it('who is given a token is approved', () => {
  const { approved, ...account } = SUBJECT;
  expect(subjectOf(account)).toEqual({ ...account, approved });
});

describe('a refresh token', () => {
  const claim = { sessionId: 'session-1', counter: 3 };

  it('is the same each time it is made, and names its session and number', () => {
    expect(tokens.refresh(claim)).toBe(tokens.refresh(claim));
    for (const counter of [0, 3, 12, 345_678]) {
      expect(tokens.readRefresh(tokens.refresh({ ...claim, counter }))).toEqual({
        ...claim,
        counter,
      });
    }
  });

  it('with anything before or behind it is refused', () => {
    const good = tokens.refresh(claim);
    expect(tokens.readRefresh(`x${good}`)).toBeNull();
    expect(tokens.readRefresh(`${good}x`)).toBeNull();
  });

  it('of another number, session or secret is refused', () => {
    const good = tokens.refresh(claim);
    expect(tokens.readRefresh(good.replace('.3.', '.4.'))).toBeNull();
    expect(tokens.readRefresh(good.replace('session-1', 'session-2'))).toBeNull();
    expect(createTokens(`${SECRET}!`).readRefresh(good)).toBeNull();
    expect(tokens.readRefresh('')).toBeNull();
  });
});
