import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeReferral, renderStaffApp } from '../../../../tests/support/staffApp';

/** Staff's list of `names`, whose server then knows more. */
async function openList({ language, total }: { language?: 'es'; total?: boolean } = {}) {
  const names = ['Robin', 'Sky'];
  const app = await renderStaffApp({
    language,
    answers: {
      listReferrals: () => ({
        items: names.map((first_name) => makeReferral({ _id: first_name, first_name })),
        pages: 1,
        ...(total && { total: names.length }),
      }),
      filterReferrals: () => ({ items: [makeReferral({ _id: 'Robin' })], pages: 1 }),
      countReferrals: () => ({ count: names.length }),
    },
  });
  await screen.findByRole('button', { name: /^Robin / });
  /** The window gets the focus, and the app counts again. */
  const recount = async () => {
    const before = app.inputsOf('countReferrals').length;
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(app.inputsOf('countReferrals').length).toBeGreaterThan(before));
  };
  return { ...app, names, recount };
}

it.each([true, false])(
  'announces arrivals and shows them on request (total: %s)',
  async (total) => {
    const { user, names, recount } = await openList({ total });
    await recount();
    expect(screen.queryByRole('button', { name: /new referral/ })).toBeNull();

    names.unshift('Ada', 'Bo');
    await recount();
    const show = await screen.findByRole('button', { name: '2 new referrals: show' });
    expect(show.closest('[role=status]')).not.toBeNull();
    expect(document.title).toMatch(/^\(2\) Referral List/);
    expect(screen.queryByRole('button', { name: /^Ada / })).toBeNull();

    await user.click(show);
    expect(await screen.findByRole('button', { name: /^Ada / })).toBeVisible();
    expect(screen.queryByRole('button', { name: /new referral/ })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await waitFor(() => expect(document.title).toMatch(/^Referral List/));
  },
);

it('announces them over a filtered list, which it clears', async () => {
  const { user, names, recount, inputsOf } = await openList({ total: true });
  const counted = inputsOf('countReferrals').length;
  await user.type(screen.getByLabelText('Name'), 'Robin{Enter}');
  await waitFor(() => expect(inputsOf('countReferrals').length).toBeGreaterThan(counted));
  names.unshift('Ada');
  await recount();
  await user.click(await screen.findByRole('button', { name: '1 new referral: show' }));
  expect(await screen.findByRole('button', { name: /^Ada / })).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

it('says nothing when referrals were deleted', async () => {
  const { names, recount } = await openList({ total: true });
  names.pop();
  await recount();
  expect(screen.queryByRole('button', { name: /new referral/ })).toBeNull();
});

it('speaks Spanish', async () => {
  const { names, recount } = await openList({ language: 'es', total: true });
  names.unshift('Ada');
  await recount();
  expect(await screen.findByRole('button', { name: '1 remisión nueva: mostrar' })).toBeVisible();
});
