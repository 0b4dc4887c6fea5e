import { expect, it } from 'vitest';
import { showBrand } from './showBrand';

it('adds the brand colours to the document head', () => {
  showBrand('#7a1f5c');
  expect(document.querySelector('head > style#brand')).toHaveTextContent('--color-brand:#7a1f5c');
});
