import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings';
import { isWeakSecret } from './weakSecret';

/** Every value, often none, that the docs and the files to deploy with give to a secret. */
function publishedValues(): string[] {
  const files = ['docs', 'deploy']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => /\.(md|example|yaml|service)$/.test(name));
  return ['README.md', ...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:JWT_SECRET|PASSWORD)[=:] ?([^\s`'"|)]*)/g)].map(
      ([, value = '']) => value,
    ),
  );
}

describe('a token secret', () => {
  it.each([
    ['few characters', 'abcabcabc1abcabcabc2abcabcabc3abcabcabc'],
    ['one key held down', 's'.repeat(64)],
    ['a pattern over and over', 'Correct-Horse-99!Correct-Horse-99!Correct-Horse'],
    ['hexadecimal digits in order', '0123456789abcdef0123456789abcdef'],
    ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['a template', 'please-change_me-before-you-go-live-1'],
    ['jwt.io', 'a-string-secret-at-least-256-bits-long'],
    ['Supabase', 'super-secret-jwt-token-with-at-least-32-characters-long'],
    ['FastAPI', '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7'],
    ['the command instead of its output', 'openssl rand -base64 48 | tee secret'],
  ])('of %s is refused, with what to do and without itself', (_what, JWT_SECRET) => {
    expect(JWT_SECRET.length).toBeGreaterThanOrEqual(32);
    const act = () => readSettings({ JWT_SECRET });
    expect(act).toThrow(/^These settings are not usable:\n {2}JWT_SECRET: must .*openssl rand/);
    expect(act).not.toThrow(JWT_SECRET);
  });

  it('that is published in the docs or the examples is refused', () => {
    const values = publishedValues();
    // The examples name them, empty.
    expect(values.length).toBeGreaterThan(2);
    for (const value of values.filter((text) => text !== '' && !text.startsWith('${'))) {
      expect(() => readSettings({ JWT_SECRET: value })).toThrow('JWT_SECRET');
    }
  });

  it('that is random passes, as openssl prints it in either form', () => {
    const drawn = Array.from({ length: 2_000 }, (_, index) =>
      index % 2 === 0 ? randomBytes(48).toString('base64') : randomBytes(32).toString('hex'),
    );
    expect(drawn.filter(isWeakSecret)).toEqual([]);
  });
});
