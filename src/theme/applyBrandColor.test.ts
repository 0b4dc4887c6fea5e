import { expect, it } from 'vitest';
import { applyBrandColor } from './applyBrandColor';

it('adds the brand colours to the document head', () => {
  applyBrandColor('#7a1f5c');
  expect(document.querySelector('head > style#brand')).toHaveTextContent('--color-brand:#7a1f5c');
});
