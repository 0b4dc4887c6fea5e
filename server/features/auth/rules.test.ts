import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issuesOf } from '../../../tests/support/issuesOf';
import { readSettings } from '../../settings';
import { refuseGuessable, refuseWeakFirstPassword } from './rules';

const GOOD = 'tin-harbour-92x';
const LONGEST = 256;
/** Of that many characters, drawn as if at random. */
const longOf = (length: number) =>
  ['a', 'b', 'c', 'd']
    .map((seed) => createHash('sha512').update(seed).digest('base64'))
    .join('')
    .slice(0, length);

describe('the first super user’s password from the settings', () => {
  const refuse =
    (SUPERUSER_PASSWORD: string | undefined, more: Record<string, string> = {}) =>
    () =>
      refuseWeakFirstPassword(
        readSettings({
          SUPERUSER_EMAIL: 'olivia.head@clinic.example',
          ...more,
          ...(SUPERUSER_PASSWORD !== undefined && { SUPERUSER_PASSWORD }),
        }),
      );

  it('need not be there: one is generated', () => {
    expect(refuse(undefined)).not.toThrow();
  });

  it('has 15 characters or more, up to 256', () => {
    expect(GOOD).toHaveLength(15);
    expect(refuse(GOOD)).not.toThrow();
    expect(refuse(GOOD.slice(1))).toThrow('Set one of 15 to 256 characters');
    expect(refuse(longOf(LONGEST))).not.toThrow();
    expect(refuse(longOf(LONGEST + 1))).toThrow('SUPERUSER_PASSWORD is too weak');
  });

  it('has as many as the provider asks of everyone, if that is more', () => {
    const more = { PASSWORD_MIN_LENGTH: '16' };
    expect(refuse(GOOD, more)).toThrow('Set one of 16 to 256 characters');
    expect(refuse(`${GOOD}k`, more)).not.toThrow();
    expect(refuse(GOOD, { PASSWORD_MIN_LENGTH: '8' })).not.toThrow();
  });

  it.each([
    ['the brand', 'Lighthouse Road1'],
    ['the e-mail', 'olivia.head@clinic.example'],
    ['a pattern', 'abababababababab'],
    ['a template', 'changeme-Qz7!mK2#vB9$'],
  ])('is not made of %s', (_what, password) => {
    expect(refuse(password, { BRAND_NAME: 'Lighthouse Road' })).toThrow('neither a pattern nor');
  });

  it('is not repeated in what is said of it', () => {
    expect(refuse('abababababababab')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('abab') }),
    );
  });
});

describe('a new password', () => {
  const settings = readSettings({ PASSWORD_MIN_LENGTH: '8', BRAND_NAME: 'Lighthouse Road' });
  const issues = (password: string, context: readonly string[] = []) =>
    issuesOf(() => refuseGuessable(settings, 'new_pass', password, context));

  it('has as many characters as the provider asks for', () => {
    expect(issues('tin-har9')).toEqual([]);
    expect(issues('tin-ha9')).toEqual([
      {
        type: 'string_too_short',
        loc: ['body', 'new_pass'],
        msg: 'Must have at least 8 characters',
      },
    ]);
  });

  it.each([
    ['the brand', 'Lighthouse-92'],
    ['the product', 'referral1'],
    ['its holder', 'López-92'],
    ['what everybody tries first', 'password1'],
  ])('is not made of %s', (_what, password) => {
    expect(issues(password, ['María López'])).toEqual([
      {
        type: 'password_guessable',
        loc: ['body', 'new_pass'],
        msg: 'Is too easy to guess. Please choose another',
      },
    ]);
  });

  it('is flagged where it came in', () => {
    expect(issuesOf(() => refuseGuessable(settings, 'password', 'short', []))[0]?.loc).toEqual([
      'body',
      'password',
    ]);
  });
});
