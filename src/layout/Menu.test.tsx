import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { setPhoneWidth } from '../../tests/support/screenWidth';
import { stubReferralList, renderStaffApp } from '../../tests/support/staffApp';

beforeEach(setPhoneWidth);

async function openMenu(options: Parameters<typeof renderStaffApp>[0]) {
  const app = await renderStaffApp(options);
  const button = screen.getByRole('button', { name: 'Menu' });
  await app.user.click(button);
  return { ...app, button, menu: within(screen.getByRole('dialog', { name: 'Menu' })) };
}

it('the menu button is the first of the header if the window has no room for a sidebar', async () => {
  await renderStaffApp({ path: '/profile' });
  expect(screen.queryByRole('navigation', { name: 'Staff menu' })).toBeNull();
  const header = within(screen.getByRole('navigation', { name: 'Menu' }));
  expect(header.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Menu',
    'Admin',
    'Logout',
  ]);
});

it('the menu contains the same items as the sidebar', async () => {
  const { menu } = await openMenu({
    path: '/profile',
    answers: { countReferrals: () => ({ count: 128 }) },
  });
  const staffMenu = within(menu.getByRole('navigation', { name: 'Staff menu' }));
  expect(staffMenu.getByText('sam@clinic.example')).toBeVisible();
  await waitFor(() => expect(staffMenu.getAllByRole('link')).toHaveLength(8));
  expect(staffMenu.getByRole('link', { current: 'page' })).toHaveTextContent('Your Profile');
  expect(
    await staffMenu.findByRole('link', {
      name: 'Referrals',
      description: '128 referrals in total',
    }),
  ).toBeVisible();
});

it('the menu closes when a page is chosen, and focuses its heading', async () => {
  const { user, menu } = await openMenu({ path: '/profile', answers: stubReferralList([]) });
  await user.click(menu.getByRole('link', { name: 'Referrals' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Referral List' })).toHaveFocus();
});

it('the menu closes when the current page is chosen', async () => {
  const { user, menu } = await openMenu({ role: 'REFERRAL', path: '/profile' });
  await user.click(menu.getByRole('link', { name: 'Your Profile' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the menu closes with its button and with Escape', async () => {
  const { user, menu, button } = await openMenu({ path: '/profile' });
  await user.click(menu.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.click(button);
  // The event that a browser fires for Escape in an open dialog; jsdom does not.
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('signs out and opens the login page', async () => {
  const { user, menu, session, address } = await openMenu({ path: '/profile' });
  await user.click(menu.getByRole('button', { name: 'Logout' }));
  expect(session.get()).toMatchObject({ status: 'signed-out', hasSignedOut: true });
  expect(address()).toBe('/login');
});
