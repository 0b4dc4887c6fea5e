import { act, screen } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderStaffComponent } from '../../../tests/support/renderStaffComponent';
import { StubListContext } from '../../../tests/support/StubListContext';
import { ListView } from './ListView';

const TEXTS = {
  messages: { loadFailed: 'accounts.loadFailed', stale: 'accounts.rowsKept' },
  empty: { title: 'accounts.empty' },
} as const;

interface State {
  rows: string[];
  /** Whether each row has its button 'Approve'. */
  canApprove?: boolean;
  error?: Error;
}

let show: (state: State) => void = () => undefined;

/** A page with a list, and a button above it that is there only while the list has a problem. */
function Page() {
  const [{ rows, canApprove = true, error = null }, setState] = useState<State>({
    rows: ['Ana', 'Bea', 'Cleo'],
  });
  useEffect(() => {
    show = (state) => act(() => setState(state));
  }, []);
  return (
    <>
      <h1 tabIndex={-1}>People</h1>
      {error && <button>Read again</button>}
      <StubListContext data={rows} error={error}>
        <ListView {...TEXTS}>
          {rows.map((name) => (
            <div key={name} data-row={name}>
              {canApprove && <button>Approve {name}</button>}
              <button data-row-opener>{name}</button>
            </div>
          ))}
        </ListView>
      </StubListContext>
    </>
  );
}

async function focusOn(name: string, before?: State) {
  await renderStaffComponent(<Page />);
  if (before) show(before);
  act(() => screen.getByRole('button', { name }).focus());
}

const focused = () => document.activeElement?.textContent;

it('keeps the focus in a row whose button disappears', async () => {
  await focusOn('Approve Bea');
  show({ rows: ['Yan', 'Zoe', 'Ana', 'Bea', 'Cleo'], canApprove: false });
  expect(focused()).toBe('Bea');
});

it.each([
  ['Bea', ['Ana', 'Cleo', 'Dan'], 'Cleo'],
  ['Cleo', ['Ana', 'Bea'], 'Bea'],
  ['Ana', [], 'People'],
])('moves the focus from %s, which has left the list, with %o to %s', async (name, rows, next) => {
  await focusOn(`Approve ${name}`);
  show({ rows });
  expect(focused()).toBe(next);
});

it('moves the focus to the heading when an element beside the rows disappears', async () => {
  await focusOn('Read again', { rows: ['Ana'], error: new Error() });
  show({ rows: ['Ana'] });
  expect(focused()).toBe('People');
});

it('leaves the focus on an element that stays', async () => {
  await focusOn('Approve Bea');
  show({ rows: ['Bea'] });
  expect(focused()).toBe('Approve Bea');
});

it('does not restore the focus after a click outside all elements', async () => {
  await focusOn('Bea');
  act(() => screen.getByRole('button', { name: 'Bea' }).blur());
  show({ rows: ['Ana', 'Bea'] });
  expect(document.body).toHaveFocus();
});

/** The same list as a part of a page that also has a form. */
function PageWithPanel() {
  const [{ rows, error = null }, setState] = useState<State>({ rows: ['Ana'] });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    show = (state) => act(() => setState(state));
  }, []);
  return (
    <>
      <h1 tabIndex={-1}>Page</h1>
      <section>
        <h2 ref={heading} tabIndex={-1}>
          Panel
        </h2>
        <StubListContext data={rows} error={null}>
          <ListView {...TEXTS} heading={heading}>
            {rows.map((name) => (
              <div key={name} data-row={name}>
                <button>Approve {name}</button>
              </div>
            ))}
          </ListView>
        </StubListContext>
      </section>
      {error && <button>Send again</button>}
    </>
  );
}

describe('a list that is part of a page', () => {
  it('moves the focus to its own heading when no row is left', async () => {
    await renderStaffComponent(<PageWithPanel />);
    act(() => screen.getByRole('button', { name: 'Approve Ana' }).focus());
    show({ rows: [] });
    expect(focused()).toBe('Panel');
  });

  it('leaves the focus on elements outside the list', async () => {
    await renderStaffComponent(<PageWithPanel />);
    act(() => screen.getByRole('button', { name: 'Approve Ana' }).focus());
    show({ rows: ['Ana'], error: new Error() });
    act(() => screen.getByRole('button', { name: 'Send again' }).focus());
    show({ rows: ['Ana'] });
    expect(document.body).toHaveFocus();
  });
});
