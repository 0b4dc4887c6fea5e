import { expect, it } from 'vitest';
import { columnWidths } from './columnWidths';

/** The widths in a container of `cqi` pixels, where a rem is a pixel. */
function pixels(columns: Parameters<typeof columnWidths>[0], cqi: number, fixed = 0): number[] {
  const number = '([\\d.]+)';
  const expression = new RegExp(
    `^calc\\(${number}rem \\+ clamp\\(0px, 100cqi - ${number}rem, ${number}rem\\) \\+ max\\(0px, 100cqi - ${number}rem\\) \\* ${number}\\)$`,
  );
  return columnWidths(columns, fixed).widths.map((css) => {
    const [, least = 0, from = 0, room = 0, usual = 0, share = 0] = (
      expression.exec(css) ?? []
    ).map(Number);
    const shared = Math.max(0, cqi - usual) * share;
    return least + Math.max(0, Math.min(cqi - from, room)) + shared;
  });
}

const NAME = { width: 10, minWidth: 6, givesWay: 2 };
const SITE = { width: 8, minWidth: 4, givesWay: 1 };
const PHONE = { width: 6 };
const COLUMNS = [NAME, SITE, PHONE];

it.each([
  ['wide', 48, [20, 16, 12]],
  ['just wide enough', 24, [10, 8, 6]],
  ['narrower: the site gives way', 22, [10, 6, 6]],
  ['narrower: the site has given all', 20, [10, 4, 6]],
  ['narrow: then the name gives way', 18, [8, 4, 6]],
  ['too narrow: the table scrolls', 10, [6, 4, 6]],
])('a %s container of %i', (_what, container, expected) => {
  expect(pixels(COLUMNS, container).map((width) => Math.round(width * 100) / 100)).toEqual(
    expected,
  );
});

it('fills the container beside columns of a fixed width', () => {
  const total = pixels(COLUMNS, 48, 2).reduce((sum, width) => sum + width, 2);
  expect(total).toBeCloseTo(48, 2);
});

it('knows the least width of all', () => {
  expect(columnWidths(COLUMNS, 2).least).toBe(18);
});

it('multiplies by what the person has chosen', () => {
  expect(pixels([{ ...PHONE, factor: 1.6 }], 0)).toEqual([9.6]);
});
