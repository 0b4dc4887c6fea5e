import { expect, it } from 'vitest';
import { table } from './tables';

it('aligns numbers to the right, with three significant digits', () => {
  const text = table(
    ['what', 'rate', 'finds'],
    [
      ['a read', 12_345.6, '25'],
      ['another', 1.234, '–'],
      ['none', NaN, '–'],
      ['nobody', null, '3'],
    ],
  );
  expect(text).toBe(
    [
      '| what | rate | finds |',
      '| --- | --: | --- |',
      '| a read | 12,346 | 25 |',
      '| another | 1.23 | – |',
      '| none | – | – |',
      '| nobody | – | 3 |',
    ].join('\n'),
  );
});
