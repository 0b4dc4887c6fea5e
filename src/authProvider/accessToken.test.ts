import { describe, expect, it, vi } from 'vitest';
import { makeToken } from '../../tests/support/fakeSession';
import { isExpired, readSubject } from './accessToken';

const SUBJECT = { username: 'a@b.example', fullname: 'Ana', role: 'MANAGER', approved: true };
const NOW = 1_800_000_000;

describe('the person a token speaks for', () => {
  it('stands under subject, or under sub', () => {
    expect(readSubject(makeToken({ subject: SUBJECT }))).toEqual(SUBJECT);
    expect(readSubject(makeToken({ sub: SUBJECT }))).toEqual(SUBJECT);
  });

  it.each([
    ['is no token', 'nonsense'],
    ['names nobody', makeToken({})],
    ['names null', makeToken({ sub: null })],
    ['names a text', makeToken({ subject: 'a@b.example' })],
    ['has no user name', makeToken({ subject: { ...SUBJECT, username: 7 } })],
    ['has a role there is not', makeToken({ subject: { ...SUBJECT, role: 'OWNER' } })],
  ])('is nobody where it %s', (_what, token) => {
    expect(readSubject(token)).toBeNull();
  });

  it('has no name where that is no text', () => {
    const token = makeToken({ subject: { ...SUBJECT, fullname: null } });
    expect(readSubject(token)).toEqual({ ...SUBJECT, fullname: '' });
  });

  it.each(['true', 1, null, undefined])('is not approved by %j', (approved) => {
    expect(readSubject(makeToken({ subject: { ...SUBJECT, approved } }))?.approved).toBe(false);
  });
});

describe('a token', () => {
  it('is expired from its second on', () => {
    vi.useFakeTimers({ now: NOW * 1_000 + 999 });
    expect(isExpired(makeToken({ exp: NOW - 1 }))).toBe(true);
    expect(isExpired(makeToken({ exp: NOW }))).toBe(true);
    expect(isExpired(makeToken({ exp: NOW + 1 }))).toBe(false);
  });

  it('that names no time, or cannot be read, is expired', () => {
    expect(isExpired(makeToken({ subject: SUBJECT }))).toBe(true);
    expect(isExpired('nonsense')).toBe(true);
  });
});
