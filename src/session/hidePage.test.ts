import { expect, it } from 'vitest';
import { hidePage } from './hidePage';

it('restores the focus when the last caller shows the page again', async () => {
  document.body.innerHTML = '<input>';
  const field = document.querySelector('input');
  field?.focus();
  const [show, showToo] = [hidePage(), hidePage()];
  // As browsers do with hidden elements.
  field?.blur();
  show();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
  showToo();
  await Promise.resolve();
  expect(document.activeElement).toBe(field);
});

it('leaves the focus where it has moved since', async () => {
  document.body.innerHTML = '<input><button></button>';
  document.querySelector('input')?.focus();
  const show = hidePage();
  const button = document.querySelector('button');
  button?.focus();
  show();
  await Promise.resolve();
  expect(document.activeElement).toBe(button);
});
