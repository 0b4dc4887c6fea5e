import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../settings/settings';
import { findPasswordIssues, refuseWeakFirstPassword } from './rules';

const GOOD = 'tin-harbour-92x';
const LONGEST = 256;
/** A pseudorandom password of the given length. */
const passwordOfLength = (length: number) =>
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

  it('is optional', () => {
    expect(refuse(undefined)).not.toThrow();
  });

  it('must have 15 to 256 characters', () => {
    expect(GOOD).toHaveLength(15);
    expect(refuse(GOOD)).not.toThrow();
    expect(refuse(GOOD.slice(1))).toThrow('Set one of 15 to 256 characters');
    expect(refuse(passwordOfLength(LONGEST))).not.toThrow();
    expect(refuse(passwordOfLength(LONGEST + 1))).toThrow('SUPERUSER_PASSWORD is too weak');
  });

  it('must have at least PASSWORD_MIN_LENGTH characters if that is more', () => {
    const more = { PASSWORD_MIN_LENGTH: '16' };
    expect(refuse(GOOD, more)).toThrow('Set one of 16 to 256 characters');
    expect(refuse(`${GOOD}k`, more)).not.toThrow();
    expect(refuse(GOOD, { PASSWORD_MIN_LENGTH: '8' })).not.toThrow();
  });

  it.each([
    ['the brand', 'Lighthouse Road1'],
    ['the email', 'olivia.head@clinic.example'],
    ['a pattern', 'abababababababab'],
    ['a template', 'changeme-Qz7!mK2#vB9$'],
    ['a common password and digits', 'administrator123'],
    ['a common password in digits and signs', '@dm1n1str@t0r1234'],
    ['a word and a year', 'Administrator@2026!'],
    ['rows of the keyboard', 'qwertyuiopasdfghjkl'],
    ['columns of the keyboard', '1qaz2wsx3edc4rfv5tgb'],
    ['the brand’s words and a year', 'LighthouseRoad2026!'],
  ])('is refused if made of %s', (_what, password) => {
    expect(refuse(password, { BRAND_NAME: 'Lighthouse Road' })).toThrow('neither a pattern nor');
  });

  it.each(['Bright-Meadow-93-Kites', 'quartz mitten lagoon plow', 'vq8TnWzr3KdYp1Lx'])(
    'may be %s',
    (password) => {
      expect(refuse(password)).not.toThrow();
    },
  );

  it('does not appear in the error message', () => {
    expect(refuse('abababababababab')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('abab') }),
    );
  });
});

describe('a new password', () => {
  const settings = readSettings({ PASSWORD_MIN_LENGTH: '8', BRAND_NAME: 'Lighthouse Road' });
  const issues = (password: string, context: readonly string[] = []) =>
    findPasswordIssues(settings, 'new_pass', password, context);

  it('must have at least PASSWORD_MIN_LENGTH characters', () => {
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
    ['the person’s name', 'López-92'],
    ['a site’s name', 'cedarhigh'],
    ['a word of a site’s name', 'Cedar-92'],
    ['a common password', 'password1'],
  ])('is refused if made of %s', (_what, password) => {
    expect(issues(password, ['María López', 'Cedar High'])).toEqual([
      {
        type: 'password_guessable',
        loc: ['body', 'new_pass'],
        msg: 'Is too easy to guess. Please choose another',
      },
    ]);
  });

  it('is flagged at the body field it was sent in', () => {
    expect(findPasswordIssues(settings, 'password', 'short', [])[0]?.loc).toEqual([
      'body',
      'password',
    ]);
  });
});
