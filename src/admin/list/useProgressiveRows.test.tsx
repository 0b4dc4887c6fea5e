import { act, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, it } from 'vitest';
import { useProgressiveRows } from './useProgressiveRows';

const rowsFrom = (start: number, count = 6) =>
  Array.from({ length: count }, (_, at) => ({ id: `r${start + at}` }));

/** The rows of each render, in order. */
let drawings: string[] = [];

function List({ rows }: { rows: readonly { id: string }[] }) {
  const shown = useProgressiveRows(rows, 2)
    .map(({ id }) => id)
    .join(' ');
  if (drawings.at(-1) !== shown) drawings.push(shown);
  return <p>{shown}</p>;
}

async function draw(rows: readonly { id: string }[], again?: ReturnType<typeof render>) {
  drawings = [];
  const list = (
    <StrictMode>
      <List rows={rows} />
    </StrictMode>
  );
  let view = again;
  await act(async () => {
    if (view) view.rerender(list);
    else view = render(list);
  });
  return view as ReturnType<typeof render>;
}

it('renders a screenful first, and then all rows', async () => {
  await draw(rowsFrom(1));
  expect(drawings).toEqual(['r1 r2', 'r1 r2 r3 r4 r5 r6']);
});

it('renders the next page in the same way', async () => {
  const view = await draw(rowsFrom(1));
  await draw(rowsFrom(7), view);
  expect(drawings[0]).toBe('r7 r8');
  expect(screen.getByText('r7 r8 r9 r10 r11 r12')).toBeVisible();
});

it('keeps all rendered rows when one more arrives', async () => {
  const view = await draw(rowsFrom(1));
  await draw(rowsFrom(0), view);
  expect(drawings[0]).toBe('r0 r1 r2 r3 r4 r5');
});
