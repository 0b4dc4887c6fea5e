/** While a pointer is pressed, nothing that was read is shown. */
import { QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createQueryClient, useHoldUpdatesWhilePressed } from './queryClient';

const client = createQueryClient();
const PRESSED = { isPrimary: true, button: 0, buttons: 1 };

function Page() {
  useHoldUpdatesWhilePressed();
  const { data } = useQuery<string>({ queryKey: ['rows'], queryFn: skipToken });
  return (
    <div>
      <p>{data}</p>
      <select aria-label="Order" />
    </div>
  );
}

/** Reads new rows, and waits longer than the page needs to show them. */
const read = (rows: string) =>
  act(async () => {
    client.setQueryData(['rows'], rows);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const press = (target: Element = document.body, init = PRESSED) =>
  fireEvent(target, new PointerEvent('pointerdown', { bubbles: true, ...init }));
const send = (type: string, init: PointerEventInit = {}) =>
  fireEvent(document.body, new PointerEvent(type, { bubbles: true, ...init }));

beforeEach(async () => {
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  await read('before');
  expect(screen.getByText('before')).toBeVisible();
});

it.each(['pointerup', 'pointercancel', 'contextmenu'])('is shown after %s', async (type) => {
  press();
  await read('after');
  expect(screen.getByText('before')).toBeVisible();
  send(type);
  await settle();
  expect(screen.getByText('after')).toBeVisible();
});

it('is shown at the next movement after a release that the page was not told of', async () => {
  press();
  send('pointermove', { buttons: 1 });
  await read('after');
  expect(screen.getByText('before')).toBeVisible();
  send('pointermove', { buttons: 0 });
  await settle();
  expect(screen.getByText('after')).toBeVisible();
});

it.each<[string, () => unknown]>([
  ['a select, whose list takes the release', () => press(screen.getByLabelText('Order'))],
  ['another button', () => press(document.body, { ...PRESSED, button: 2 })],
  ['a second finger', () => press(document.body, { ...PRESSED, isPrimary: false })],
])('is shown while %s is pressed', async (_what, pressIt) => {
  pressIt();
  await read('after');
  expect(screen.getByText('after')).toBeVisible();
});
