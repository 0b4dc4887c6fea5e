import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { renderStaffComponent } from '../../../tests/support/renderStaffComponent';
import { ApiError } from '../../api/ApiError';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import { useDialogMutation } from './useDialogMutation';
import { MutationStatus } from './MutationStatus';

const DONE = 'Successfully updated referrer.';
const FAILED = 'Could not assign new referrer';

type Send = (provider: StaffDataProvider) => Promise<unknown>;

/** A page that shows how often its list was read, and has a form that can be closed. */
function Page({ send, isRepeatable = false }: { send: Send; isRepeatable?: boolean }) {
  const [isOpen, setOpen] = useState(true);
  const { data } = useGetList('counties');
  return (
    <>
      <p>Read: {data?.length}</p>
      <button onClick={() => setOpen(false)}>Close</button>
      {isOpen && (
        <Form
          send={send}
          {...(isRepeatable ? { isRepeatable } : { onDone: () => setOpen(false) })}
        />
      )}
    </>
  );
}

function Form(options: { send: Send; onDone?: () => void; isRepeatable?: boolean }) {
  const mutation = useDialogMutation<void>({
    ...options,
    done: 'referrer.done',
    failed: 'referrer.failed',
  });
  return (
    <div data-testid="form">
      <button onClick={() => mutation.start()}>Send</button>
      <MutationStatus mutation={mutation} onTryAgain={() => mutation.start()} />
    </div>
  );
}

async function renderPage(send: Send, isRepeatable?: boolean) {
  // The list is longer by one with each fetch.
  const read: object[] = [];
  const app = await renderStaffComponent(<Page send={send} isRepeatable={isRepeatable} />, () => {
    read.push({ id: read.length });
    return [...read];
  });
  await findRead(1);
  return app;
}

const findRead = (times: number) => screen.findByText(`Read: ${times}`);
const button = (name: string) => screen.getByRole('button', { name });
const form = () => screen.queryByTestId('form');

afterEach(() => vi.useRealTimers());

it('shows the success; a second later fetches again, closes and notifies the page', async () => {
  await renderPage(async () => undefined);
  vi.useFakeTimers();
  act(() => button('Send').click());
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(form()).toHaveTextContent(DONE);
  await act(() => vi.advanceTimersByTimeAsync(990));
  expect(form()).toHaveTextContent(DONE);
  expect(screen.getByText('Read: 1')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(20));
  expect(form()).toBeNull();
  expect(screen.getByText(DONE)).toBeVisible();
  expect(screen.getByText(DONE).closest('p')).not.toHaveRole('status');
  expect(screen.getByText('Read: 2')).toBeVisible();
});

it('sends once for a double click, and again after a failure', async () => {
  const send = vi.fn<Send>().mockRejectedValueOnce(new ApiError('network'));
  const { user } = await renderPage(send);
  act(() => {
    button('Send').click();
    button('Send').click();
  });
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.getByText(/^There was no answer/)).toBeVisible();
  await user.click(button('Try again'));
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(screen.queryByText(FAILED)).toBeNull();
  expect(send).toHaveBeenCalledTimes(2);
});

it('shows the outcome of the next mutation if the timer of the previous one runs out as it starts', async () => {
  const send = vi.fn<Send>().mockResolvedValueOnce(undefined);
  await renderPage(send, true);
  vi.useFakeTimers();
  act(() => button('Send').click());
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(form()).toHaveTextContent(DONE);
  send.mockRejectedValueOnce(new ApiError('network'));
  act(() => {
    button('Send').click();
    // Nothing renders before the end of this.
    vi.advanceTimersByTime(1_000);
  });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(form()).toHaveTextContent(FAILED);
});

it('offers no retry of a refused mutation', async () => {
  const { user } = await renderPage(async () => {
    throw new ApiError('status', { status: 403 });
  });
  await user.click(button('Send'));
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('notifies the page of a success after the form has unmounted', async () => {
  let answer: () => void = () => undefined;
  const { user } = await renderPage(() => new Promise<void>((resolve) => (answer = resolve)));
  await user.click(button('Send'));
  await user.click(button('Close'));
  expect(screen.queryByText(DONE)).toBeNull();
  act(() => answer());
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(screen.getByText(DONE).closest('p')).toHaveRole('status');
  expect(await findRead(2)).toBeVisible();
});

it('notifies the page of a failure after the form has unmounted', async () => {
  let refuse: (error: Error) => void = () => undefined;
  const { user } = await renderPage(() => new Promise((_resolve, reject) => (refuse = reject)));
  await user.click(button('Send'));
  await user.click(button('Close'));
  act(() => refuse(new ApiError('network')));
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.queryByText(DONE)).toBeNull();
});

it('fetches again also if the form is closed while it shows the success', async () => {
  const { user } = await renderPage(async () => undefined);
  await user.click(button('Send'));
  await screen.findByText(DONE);
  await user.click(button('Close'));
  expect(await findRead(2)).toBeVisible();
  expect(screen.getAllByText(DONE)).toHaveLength(1);
  expect(screen.getByText(DONE).closest('p')).toHaveRole('status');
});

it('does not take the end of the session for a success', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isRefused = false;
  const send: Send = (provider) => {
    isRefused = true;
    return provider.count('admin');
  };
  const { user, session } = await renderStaffComponent(<Page send={send} />, () => {
    if (isRefused) throw new ApiError('status', { status: 401 });
    return [];
  });
  await findRead(0);
  await user.click(button('Send'));
  await waitFor(() => expect(session.get().status).toBe('signed-out'));
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.queryByText(DONE)).toBeNull();
});
