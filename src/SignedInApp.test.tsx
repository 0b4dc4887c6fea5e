import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makeToken } from '../tests/support/fakeSession';
import {
  findSignInAgain,
  findTable,
  stubReferralList,
  makeReferral,
  renderStaffApp,
} from '../tests/support/staffApp';
import { ApiError } from './api/ApiError';

it('keeps nothing of the person before when another one signs in', async () => {
  const listWorklist = vi.fn<() => unknown>();
  const items = [makeReferral({ first_name: 'Private' })];
  listWorklist.mockReturnValueOnce({ items, total: 1, pages: 1, counts: null });
  listWorklist.mockReturnValue(new Promise(() => undefined));
  const { session } = await renderStaffApp({ answers: { listWorklist } });
  await findTable();

  const subject = { username: 'pat@clinic.example', role: 'MANAGER', approved: true };
  const access_token = makeToken({ subject, exp: 4_102_444_800 });
  act(() => void session.signIn({ access_token, refresh_token: 'of Pat' }));
  expect(screen.queryByText('Private')).toBeNull();
  await waitFor(() => expect(listWorklist).toHaveBeenCalledTimes(2));
});

it('asks to sign in again when the server no longer knows the session', async () => {
  const { session } = await renderStaffApp({
    answers: {
      listWorklist: () => {
        throw new ApiError('status', { status: 401 });
      },
    },
  });
  expect(await findSignInAgain()).toBeVisible();
  expect(session.read()).toBeNull();
});

it('does not sign out when the server refuses a call', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { session } = await renderStaffApp({
    answers: {
      listWorklist: () => {
        throw new ApiError('status', { status: 403 });
      },
    },
  });
  expect(await screen.findByText('The referrals could not be loaded.')).toBeVisible();
  expect(session.get().status).toBe('signed-in');
});

it('stores nothing further in the browser', async () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  const { user } = await renderStaffApp({ answers: stubReferralList([makeReferral()]) });
  await findTable();
  await user.click(screen.getByRole('link', { name: /^Robin/ }));
  await act(async () => undefined);
  expect(setItem).not.toHaveBeenCalled();
  expect(window.location.href).not.toContain('Robin');
  expect(document.title).not.toContain('Robin');
});
