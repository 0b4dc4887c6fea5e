import { expect, it } from 'vitest';
import { phoneHref } from './phoneHref';

it.each([
  ['(310) 555-0142', 'tel:3105550142'],
  ['+1 (310) 555-0142', 'tel:+13105550142'],
  ['(+1) 310.555.0142', 'tel:+13105550142'],
  ['1+310 555 0142', 'tel:13105550142'],
  ['911', 'tel:911'],
  ['988 (call or text)', 'tel:988'],
  ['310 555 0142 at any time', 'tel:3105550142'],
  ['310-555-0142 ext. 12', 'tel:3105550142;ext=12'],
  ['310-555-0142 x12', 'tel:3105550142;ext=12'],
  ['310-555-0142, extensión 12', 'tel:3105550142;ext=12'],
  ['Fax 310 555 0142', 'tel:3105550142'],
  ['310 555 0142 ext.', 'tel:3105550142'],
  ['(800) 662-HELP (4357)', 'tel:8006624357'],
  ['javascript:alert(911)//"><b>', 'tel:911'],
])('the address of %j is %s', (phone, href) => {
  expect(phoneHref(phone)).toBe(href);
});

it.each([
  '',
  '12',
  'Ask at the desk',
  'ext. 12',
  '1-800-662-HELP',
  '1 800 NOW HELP',
  '555\u202e0101234',
  '\u2067(310) 555-0142\u2069',
])('%j has no address', (phone) => {
  expect(phoneHref(phone)).toBeUndefined();
});
