import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { renderStaffComponent } from '../../../tests/support/renderStaffComponent';
import { StubListContext } from '../../../tests/support/StubListContext';
import { ListView } from './ListView';

interface State {
  rows?: string[];
  isFetching?: boolean;
  error?: Error;
}

let show: (state: State) => void = () => undefined;
/** The text of the region in its first render. */
let saidFirst: string | null | undefined;

function Page() {
  const [{ rows, isFetching = false, error = null }, setState] = useState<State>({
    isFetching: true,
  });
  useEffect(() => {
    show = (state) => act(() => setState(state));
  }, []);
  return (
    <StubListContext data={rows} isFetching={isFetching} error={error}>
      <div ref={follow} data-testid="list">
        <ListView
          messages={{ loadFailed: 'accounts.loadFailed', stale: 'accounts.rowsKept' }}
          empty={{
            title: 'accounts.noMatch',
            hint: 'accounts.noMatchHint',
            clear: 'accounts.showAll',
          }}
        >
          {rows?.map((name) => (
            <p key={name}>{name}</p>
          ))}
        </ListView>
      </div>
    </StubListContext>
  );
}

function follow(list: HTMLElement | null) {
  if (list) saidFirst = list.querySelector('[role="status"]')?.textContent;
}

const region = () => within(screen.getByTestId('list')).getByRole('status');

beforeEach(async () => {
  await renderStaffComponent(<Page />);
});

it('announces that the first rows are loading, in a region that was mounted before', () => {
  expect(saidFirst).toBe('');
  expect(region()).toHaveTextContent('Loading...');
  expect(region().closest('[aria-busy="true"]')).toBeNull();
});

it('announces that other rows are loading, outside the busy element', () => {
  const before = region();
  show({ rows: ['Ana'] });
  expect(region()).toBeEmptyDOMElement();
  show({ rows: ['Ana'], isFetching: true });
  expect(screen.getByText('Ana').closest('[aria-busy="true"]')).not.toBeNull();
  expect(region()).toHaveTextContent('Loading...');
  expect(region().closest('[aria-busy="true"]')).toBeNull();
  expect(region()).toBe(before);
});

it('says in the same region that the list is empty, with the action outside of it', () => {
  const before = region();
  show({ rows: [] });
  expect(region()).toBe(before);
  expect(region()).toHaveTextContent(/^No user found$/);
  expect(screen.getByText('No user found')).toBeVisible();
  expect(region()).not.toHaveClass('visually-hidden');
  expect(region()).not.toContainElement(screen.getByRole('button', { name: 'Show all users' }));
  expect(screen.getByText('No name or email contains this text.')).toBeVisible();
});

it('does not announce a failure that the error message announces', () => {
  show({ error: new Error() });
  expect(screen.getByRole('alert')).toHaveTextContent('The user accounts could not be loaded.');
  expect(region()).toBeEmptyDOMElement();
});

it('offers a link that skips the rows of a long list', async () => {
  const user = userEvent.setup();
  show({ rows: ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve'] });
  expect(screen.queryByRole('link')).toBeNull();
  show({ rows: ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo'] });
  const entries = window.history.length;
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip the rows' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByText('End of the list')).toHaveFocus();
  expect(screen.getByText('End of the list').compareDocumentPosition(screen.getByText('Flo'))).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
  expect(window.history.length).toBe(entries);
});

it('keeps the rows mounted when there are more of them', () => {
  show({ rows: ['Ana'] });
  const before = screen.getByText('Ana');
  show({ rows: ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo'] });
  expect(screen.getByText('Ana')).toBe(before);
});
