import { describe, expect, it, vi } from 'vitest';
import { checkPassword, hashPassword, isGuessable } from './passwords';

describe('a password', () => {
  it('is checked in full and however its accents are composed', async () => {
    const hashed = await hashPassword('contraseña-larga-1');
    expect(await checkPassword(hashed, 'contrasen\u0303a-larga-1')).toBe(true);
    expect(await checkPassword(hashed, 'contraseña-larga-2')).toBe(false);
    expect(await checkPassword(hashed, 'contraseña-larga')).toBe(false);
  });

  it('is hashed with argon2id', async () => {
    expect(await hashPassword('whatever-it-is')).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  });

  it('of nobody is never right', async () => {
    expect(await checkPassword(null, 'whatever-it-is')).toBe(false);
  });

  it('of nobody is never right, also after a rush in which there was no room to find out', async () => {
    vi.resetModules();
    const fresh = await import('./passwords');
    const rush = Array.from({ length: 68 }, () => fresh.hashPassword('tin-harbour-92'));
    await expect(fresh.checkPassword(null, 'whatever-it-is')).rejects.toThrow('Too many sign-ins');
    await Promise.all(rush);
    expect(await fresh.checkPassword(null, 'whatever-it-is')).toBe(false);
  });

  it.each(['password', 'Password1', '123456', 'qwerty', '      ', 'ñññññññ', '!?!?!?!?'])(
    'such as %s is guessable',
    (password) => {
      expect(isGuessable(password, [])).toBe(true);
    },
  );

  it('made of the person’s own words is guessable, unless much is added', () => {
    const context = ['maria.lopez@example.org', 'María López'];
    expect(isGuessable('Lopez1', context)).toBe(true);
    expect(isGuessable('maria.lopez@example.org', context)).toBe(true);
    expect(isGuessable('lopez-walks-seven-dogs', context)).toBe(false);
  });

  it('of its own is not', () => {
    expect(isGuessable('tin-harbour-92', ['maria@example.org'])).toBe(false);
  });
});
