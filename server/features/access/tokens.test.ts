import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTokens, toSessionSubject } from './tokens';

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
  it('contains its session id', async () => {
    expect(await tokens.readAccess(await tokens.issueAccess('session-1', SUBJECT))).toEqual({
      sessionId: 'session-1',
      role: SUBJECT.role,
      username: SUBJECT.username,
    });
  });

  it('is accepted when built by the test helper, so that each refusal below has only its own cause', async () => {
    expect(await tokens.readAccess(await signed({}))).toMatchObject({ sessionId: 'session-1' });
  });

  it.each([
    ['a wrong secret', () => signed({}, 'another secret of thirty-two characters')],
    ['another type', () => signed({ type: 'refresh' })],
    ['another issuer', () => signed({ iss: 'elsewhere' })],
    ['another audience', () => signed({ aud: 'elsewhere' })],
    ['no session id', () => signed({ sid: undefined })],
    ['a list as session id', () => signed({ sid: ['session-1'] })],
    ['no signature', async () => new UnsecuredJWT({ type: 'access', sid: 's' }).encode()],
    ['an invalid format', async () => 'a.b.c'],
  ])('with %s is refused', async (_name, make) => {
    expect(await tokens.readAccess(await make())).toBeNull();
  });

  it('contains no claims beyond the session, its subject and the standard ones', async () => {
    const claims = decodeJwt(await tokens.issueAccess('session-1', SUBJECT));
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

  it('expires after 15 minutes, with 30 seconds of tolerance for clock skew', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const token = await tokens.issueAccess('session-1', SUBJECT);
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect(exp - iat).toBe(15 * 60);
    vi.setSystemTime((exp + 29) * 1_000);
    expect(await tokens.readAccess(token)).toMatchObject({ sessionId: 'session-1' });
    expect(await tokens.readExpired(token)).toBeNull();
    vi.setSystemTime((exp + 31) * 1_000);
    expect(await tokens.readAccess(token)).toBeNull();
    expect(await tokens.readExpired(token)).toBe('session-1');
  });

  it.each([false, true])(
    'from more than 30 seconds in the future is refused like an expired one, read before: %s',
    async (isKnown) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      const token = await tokens.issueAccess('session-1', SUBJECT);
      const { iat = 0 } = decodeJwt(token);
      if (isKnown) expect(await tokens.readAccess(token)).toMatchObject({ sessionId: 'session-1' });
      vi.setSystemTime((iat - 31) * 1_000);
      expect(await tokens.readAccess(token)).toBeNull();
      expect(await tokens.readExpired(token)).toBe('session-1');
      vi.setSystemTime((iat - 29) * 1_000);
      expect(await tokens.readAccess(token)).toMatchObject({ sessionId: 'session-1' });
    },
  );
});

it('the subject of a token is approved', () => {
  const { approved, ...account } = SUBJECT;
  const subject = toSessionSubject({ ...account, accountId: 'a1' });
  expect(subject).toEqual({ ...account, approved, id: 'a1' });
});

describe('a refresh token', () => {
  const claim = { sessionId: 'session-1', counter: 3 };

  it('is deterministic and contains its session id and counter', () => {
    expect(tokens.issueRefresh(claim)).toBe(tokens.issueRefresh(claim));
    for (const counter of [0, 3, 12, 345_678]) {
      expect(tokens.readRefresh(tokens.issueRefresh({ ...claim, counter }))).toEqual({
        ...claim,
        counter,
      });
    }
  });

  it('is refused with any prefix or suffix', () => {
    const valid = tokens.issueRefresh(claim);
    expect(tokens.readRefresh(`x${valid}`)).toBeNull();
    expect(tokens.readRefresh(`${valid}x`)).toBeNull();
  });

  it('is refused with another counter, session or secret', () => {
    const valid = tokens.issueRefresh(claim);
    expect(tokens.readRefresh(valid.replace('.3.', '.4.'))).toBeNull();
    expect(tokens.readRefresh(valid.replace('session-1', 'session-2'))).toBeNull();
    expect(createTokens(`${SECRET}!`).readRefresh(valid)).toBeNull();
    expect(tokens.readRefresh('')).toBeNull();
  });
});
