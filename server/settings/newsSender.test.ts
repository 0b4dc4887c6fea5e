import { expect, it } from 'vitest';
import { findNewsSender, findTellingWord } from './newsSender';

it.each([
  ['News', 'Bright Path', undefined],
  ['news@desk.example.org', 'Bright Path', undefined],
  ['refer.bright-path.org', 'Bright Path', 'Bright Path'],
  ['VALLEY REHAB', 'Bright Path', 'rehab'],
  ['clínica@example.org', 'Bright Path', 'clinic'],
  ['Centro de Recuperación', 'Bright Path', 'recupera'],
  ['hope.example.org', 'Hop', undefined],
  ['hope.example.org', '', undefined],
])('what %j tells of %j is %j', (text, brand, word) => {
  expect(findTellingWord(text, brand)).toBe(word);
});

const BRAND_NAME = 'Bright Path';
const MAIL_FROM = { name: BRAND_NAME, address: 'no-reply@desk.example.org' };

it('the sender is the one that is set, whatever it tells', () => {
  const MAIL_FROM_NOTICE = { name: 'Clinic', address: 'news@clinic.example.org' };
  expect(findNewsSender({ BRAND_NAME, MAIL_FROM, MAIL_FROM_NOTICE })).toEqual(MAIL_FROM_NOTICE);
});

it('without one, it is the address of all emails, without its name, if that is neutral', () => {
  const sender = (address: string) =>
    findNewsSender({
      BRAND_NAME,
      MAIL_FROM: { ...MAIL_FROM, address },
      MAIL_FROM_NOTICE: undefined,
    });
  expect(sender(MAIL_FROM.address)).toEqual({ name: '', address: MAIL_FROM.address });
  expect(sender('no-reply@brightpath.org')).toBeNull();
  expect(sender('no-reply@detox.example.org')).toBeNull();
});
