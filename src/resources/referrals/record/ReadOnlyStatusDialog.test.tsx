/** The status dialog of a manager shows the current referral instead of the outdated one of the list. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  findSignInAgain,
  findTable,
  makeReferral,
  renderStaffApp,
} from '../../../../tests/support/staffApp';
import type { Referral } from '../../../../contract/entities/referral';
import { ApiError } from '../../../api/ApiError';

const pageOf = (referral: Referral) => ({ items: [referral], total: 1, pages: 1, counts: null });

/** Opens the dialog of a manager on a list that was read before; `read` answers from then on. */
async function openLater(read: () => unknown) {
  const yesterday = pageOf(makeReferral({ notes: 'Of yesterday' }));
  const listWorklist = vi.fn<() => unknown>().mockReturnValueOnce(yesterday);
  listWorklist.mockImplementation(read);
  const app = await renderStaffApp({ role: 'MANAGER', answers: { listWorklist } });
  const table = await findTable();
  await app.user.click(within(table).getByRole('button', { name: /^Referral Details/ }));
  return { ...app, listWorklist };
}

it('fetches the list again, and shows the updated referral', async () => {
  let answer = (_read: unknown) => {};
  const { listWorklist } = await openLater(() => new Promise((resolve) => (answer = resolve)));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Of yesterday')).toBeVisible();
  await waitFor(() => expect(listWorklist).toHaveBeenCalledTimes(2));
  const now = makeReferral({ notes: 'Of today', status: 'Processed' });
  act(() => answer(pageOf(now)));
  expect(await dialog.findByText('Of today')).toBeVisible();
  expect(dialog.getByText('Processed')).toBeVisible();
  expect(listWorklist).toHaveBeenCalledTimes(2);
});

it('shows nothing to a person whose access was withdrawn', async () => {
  await openLater(() => {
    throw new ApiError('status', { status: 401 });
  });
  expect(await findSignInAgain()).toBeVisible();
  expect(screen.getByText('Of yesterday')).not.toBeVisible();
});
