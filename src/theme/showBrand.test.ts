import { expect, it } from 'vitest';
import { showBrand } from './showBrand';

it('puts the colours into the page', () => {
  showBrand('#7a1f5c');
  expect(document.querySelector('head > style#brand')).toHaveTextContent('--color-brand:#7a1f5c');
});
