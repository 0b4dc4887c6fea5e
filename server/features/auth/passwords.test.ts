import { describe, expect, it, vi } from 'vitest';
import { createPasswords, hashPassword, isGuessable } from './passwords';

const { check } = createPasswords();

describe('a password', () => {
  it('is compared in full length and in either Unicode composition', async () => {
    const hashed = await hashPassword('contraseña-larga-1');
    expect(await check(hashed, 'contrasen\u0303a-larga-1')).toBe(true);
    expect(await check(hashed, 'contraseña-larga-2')).toBe(false);
    expect(await check(hashed, 'contraseña-larga')).toBe(false);
  });

  it('is hashed with argon2id', async () => {
    expect(await hashPassword('whatever-it-is')).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  });

  it('is never right for an unknown account', async () => {
    expect(await check(null, 'whatever-it-is')).toBe(false);
  });

  it('is never right for an unknown account, even after its dummy hash failed once', async () => {
    vi.resetModules();
    vi.doMock('@node-rs/argon2', () => ({ hash, verify }));
    const hash = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('out of memory'));
    const verify = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
    const fresh = (await import('./passwords')).createPasswords();
    await expect(fresh.check(null, 'whatever-it-is')).rejects.toThrow('out of memory');
    hash.mockResolvedValueOnce('a hash');
    expect(await fresh.check(null, 'whatever-it-is')).toBe(false);
    expect(verify).toHaveBeenCalledOnce();
  });

  it.each(['password', 'Password1', '123456', 'qwerty', '      ', 'ñññññññ', '!?!?!?!?'])(
    'such as %s is guessable',
    (password) => {
      expect(isGuessable(password, [])).toBe(true);
    },
  );

  it.each(['abcdef', 'ABCDEFGHIJ', '987654321', 'zyxwvu'])(
    'that is a run such as %s is guessable',
    (password) => {
      expect(isGuessable(password, [])).toBe(true);
    },
  );

  it('made of the person’s email or name is guessable, unless four or more characters are added', () => {
    const context = ['maria.lopez@example.org', 'María López'];
    expect(isGuessable('Lopez1', context)).toBe(true);
    expect(isGuessable('maria.lopez@example.org', context)).toBe(true);
    expect(isGuessable('lopez-walks-seven-dogs', context)).toBe(false);
  });

  it.each(['tin-harbour-92', 'abcdef-tin', 'acegik'])('such as %s is not guessable', (password) => {
    expect(isGuessable(password, ['maria@example.org'])).toBe(false);
  });
});

it.each([
  [1, 1, 1],
  [2, 2, 1],
  [3, 3, 1],
  [4, 4, 2],
  [64, 4, 2],
])(
  'with %i processors hashes %i passwords at once, %i for one network',
  async (processors, all, one) => {
    vi.resetModules();
    vi.doMock('node:os', () => ({ availableParallelism: () => processors }));
    const { runQueued } = (await import('./passwords')).createPasswords();
    const running: string[] = [];
    const start = (network: string) =>
      void runQueued([network], () => {
        running.push(network);
        return new Promise<never>(() => undefined);
      });
    for (let time = 0; time < 5; time += 1) start('flood');
    await new Promise(setImmediate);
    expect(running).toHaveLength(one);
    for (const network of ['b', 'c', 'd', 'e', 'f']) start(network);
    await new Promise(setImmediate);
    expect(running).toHaveLength(all);
  },
);
