import { describe, expect, it, vi } from 'vitest';
import { makeToken } from '../../tests/support/fakeSession';
import { isExpired, readSubject } from './accessToken';

const SUBJECT = { username: 'a@b.example', fullname: 'Ana', role: 'MANAGER', approved: true };
const NOW = 1_800_000_000;

describe('the subject of a token', () => {
  it('is read from subject or sub', () => {
    expect(readSubject(makeToken({ subject: SUBJECT }))).toEqual(SUBJECT);
    expect(readSubject(makeToken({ sub: SUBJECT }))).toEqual(SUBJECT);
  });

  it.each([
    ['is not a JWT', 'nonsense'],
    ['has no subject', makeToken({})],
    ['has a null subject', makeToken({ sub: null })],
    ['has a text as subject', makeToken({ subject: 'a@b.example' })],
    ['has a username that is not text', makeToken({ subject: { ...SUBJECT, username: 7 } })],
    ['has no role', makeToken({ subject: { ...SUBJECT, role: undefined } })],
  ])('is null when the token %s', (_what, token) => {
    expect(readSubject(token)).toBeNull();
  });

  it.each(['OWNER', 'constructor'])(
    'keeps the role “%s”, which this build does not know',
    (role) => {
      const token = makeToken({ subject: { ...SUBJECT, role } });
      expect(readSubject(token)).toEqual({ ...SUBJECT, role });
    },
  );

  it('has an empty fullname when that is not text', () => {
    const token = makeToken({ subject: { ...SUBJECT, fullname: null } });
    expect(readSubject(token)).toEqual({ ...SUBJECT, fullname: '' });
  });

  it('has the id of the account where the server sends one', () => {
    const read = (id: unknown) => readSubject(makeToken({ subject: { ...SUBJECT, id } }));
    expect(read('a1')).toEqual({ ...SUBJECT, id: 'a1' });
    expect(read(7)).toEqual(SUBJECT);
  });

  it.each(['true', 1, null, undefined])('is not approved when approved is %j', (approved) => {
    expect(readSubject(makeToken({ subject: { ...SUBJECT, approved } }))?.approved).toBe(false);
  });
});

describe('a token', () => {
  it('expires in the second of its exp', () => {
    vi.useFakeTimers({ now: NOW * 1_000 + 999 });
    expect(isExpired(makeToken({ exp: NOW - 1 }))).toBe(true);
    expect(isExpired(makeToken({ exp: NOW }))).toBe(true);
    expect(isExpired(makeToken({ exp: NOW + 1 }))).toBe(false);
  });

  it('is expired without exp, or when it cannot be read', () => {
    expect(isExpired(makeToken({ subject: SUBJECT }))).toBe(true);
    expect(isExpired('nonsense')).toBe(true);
  });
});
