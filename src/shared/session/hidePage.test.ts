import { expect, it } from 'vitest';
import { hidePage } from './hidePage';

it('gives the focus back that hiding took, once nobody wants the page hidden', async () => {
  document.body.innerHTML = '<input>';
  const field = document.querySelector('input');
  field?.focus();
  const [show, showToo] = [hidePage(), hidePage()];
  // As the browser does with what cannot be seen.
  field?.blur();
  show();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
  showToo();
  await Promise.resolve();
  expect(document.activeElement).toBe(field);
});

it('leaves the focus to who has taken it meanwhile', async () => {
  document.body.innerHTML = '<input><button></button>';
  document.querySelector('input')?.focus();
  const show = hidePage();
  const button = document.querySelector('button');
  button?.focus();
  show();
  await Promise.resolve();
  expect(document.activeElement).toBe(button);
});
