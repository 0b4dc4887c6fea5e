/** Sign-in, each role's start page, the route guard, and the referral list, against the real server. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import {
  storeSession,
  fileReferral,
  findDialog,
  findHeading,
  findRow,
  findText,
  WAIT_OPTIONS,
  renderApp,
  signInAs,
  type TestUser,
  findStoredReferrals,
} from '../support/renderApp';
import { setDesktopWidth, setPhoneWidth } from '../support/screenWidth';

beforeEach(() => window.localStorage.clear());

const path = () => window.location.pathname;

describe('after signing in', () => {
  it.each<[TestUser, string, string]>([
    ['superuser', '/today', 'To do today'],
    ['manager', '/admin', 'Referral List'],
    ['referral', '/profile', 'Personal Information'],
  ])('%s lands on %s', async (someone, expected, heading) => {
    const { user } = await renderApp('/login');
    await signInAs(user, inject('flowFixtures').people[someone].username);
    await findHeading(heading);
    expect(path()).toBe(expected);
    expect(window.localStorage.getItem('token')).toBeTruthy();
    expect(window.localStorage.getItem('refresh_token')).toBeTruthy();
  });

  it('signing out clears the storage and opens the landing page', async () => {
    await fileReferral('Seen-Before-Leaving');
    // Its own session, because signing out ends it on the server too.
    const { user } = await renderApp('/login');
    await signInAs(user, inject('flowFixtures').people.manager.username);
    await findRow('Seen-Before-Leaving');
    const header = within(screen.getByRole('banner'));
    await user.click(header.getByRole('button', { name: 'Logout' }));
    await findHeading('Start Filling Out Referral');
    expect(path()).toBe('/');
    expect(window.localStorage).toHaveLength(0);
  });
});

describe('the route guard', () => {
  it.each(['/admin', '/profile', '/accounts/list', '/sites'])(
    'redirects a visitor from %s to the login, and says why',
    async (to) => {
      await renderApp(to);
      await findHeading('Login');
      expect(path()).toBe('/login');
      expect(await findText('Please log in to open that page.')).toBeInTheDocument();
    },
  );

  it.each<[TestUser, string]>([
    ['referral', '/admin'],
    ['siteUser', '/admin'],
    ['admin', '/admin'],
    ['siteUser', '/profile'],
    ['admin', '/profile'],
    ['manager', '/accounts/list'],
    ['manager', '/sites'],
    ['limited', '/sites'],
    ['referral', '/accounts/list'],
    ['referral', '/sites'],
    ['admin', '/sites'],
    ['siteUser', '/accounts/list'],
  ])('redirects %s from %s to the landing page, and says why', async (someone, to) => {
    await storeSession(someone);
    await renderApp(to);
    await findText('Your account does not have access to that page.');
    expect(path()).toBe('/');
    expect(window.localStorage.getItem('token')).toBeTruthy();
  });

  it('redirects a signed-in user from the login to their start page', async () => {
    await storeSession('superuser');
    await renderApp('/login');
    await findHeading('Referral List');
    expect(path()).toBe('/admin');
  });

  it('removes a token that cannot be parsed', async () => {
    window.localStorage.setItem('token', 'nonsense');
    window.localStorage.setItem('refresh_token', 'nonsense');
    await renderApp('/admin');
    await findHeading('Login');
    expect(window.localStorage).toHaveLength(0);
  });
});

describe('Logout in the staff menu', () => {
  const findMenu = async () =>
    within(await screen.findByRole('navigation', { name: 'Staff menu' }, WAIT_OPTIONS));

  it.each(['sidebar', 'menu'])(
    'leads from the %s to the login, without a redirect message',
    async (where) => {
      if (where === 'sidebar') setDesktopWidth();
      else setPhoneWidth();
      const { user } = await renderApp('/login');
      await signInAs(user, inject('flowFixtures').people.manager.username);
      await findHeading('Referral List');
      if (where === 'menu') await user.click(screen.getByRole('button', { name: 'Menu' }));
      await user.click((await findMenu()).getByRole('button', { name: 'Logout' }));

      await findHeading('Login');
      expect(path()).toBe('/login');
      expect(window.localStorage).toHaveLength(0);
      expect(screen.queryByText(/Please log in|You have been logged out/)).not.toBeInTheDocument();
    },
  );
});

describe('a token the server no longer accepts', () => {
  it('is refreshed silently, and the work continues', async () => {
    await fileReferral('Exchanged-Flow');
    const { user } = await renderApp('/login');
    await signInAs(user, inject('flowFixtures').people.superuser.username);
    await findHeading('To do today');
    await user.click(screen.getByRole('link', { name: /^All/ }));
    await findRow('Exchanged-Flow');
    const before = window.localStorage.getItem('token') ?? '';
    window.localStorage.setItem('token', `${before.slice(0, -4)}AAAA`);

    await user.click(
      (await findRow('Exchanged-Flow')).getByRole('button', { name: /^Update Referral/ }),
    );
    const dialog = within(await findDialog());
    await user.selectOptions(dialog.getByLabelText('Referral Status'), 'Processed');
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    await waitFor(
      async () =>
        expect(await findStoredReferrals('Exchanged-Flow')).toMatchObject([
          { status: 'Processed' },
        ]),
      WAIT_OPTIONS,
    );
    // The dialog closes after the success, back to the list.
    await waitFor(() => expect(path()).toBe('/admin'), WAIT_OPTIONS);
    expect(window.localStorage.getItem('token')).not.toContain('AAAA');
  });
});

describe('a super user', () => {
  it('sets the status and notes of a referral, which the list shows and the server stores', async () => {
    await fileReferral('Status-Flow');
    await storeSession('superuser');
    const { user } = await renderApp('/admin');
    const row = await findRow('Status-Flow');
    expect(row.getByText('Pending')).toBeInTheDocument();
    await user.click(row.getByRole('button', { name: /^Update Referral/ }));

    const dialog = within(await findDialog());
    expect(dialog.getByText('Referral Status for: Robin Status-Flow')).toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Referral Status'), 'Declined Services');
    await user.click(dialog.getByRole('radio', { name: 'Moved away' }));
    await user.type(dialog.getByLabelText('Intake note'), 'Called twice.');
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    await waitFor(
      () =>
        expect(
          screen.getAllByText('Successfully updated referral, page will now refresh.'),
        ).not.toHaveLength(0),
      WAIT_OPTIONS,
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), WAIT_OPTIONS);
    expect(
      await (await findRow('Status-Flow')).findByText('Declined Services', {}, WAIT_OPTIONS),
    ).toBeInTheDocument();
    expect(await findStoredReferrals('Status-Flow')).toMatchObject([
      { status: 'Declined Services', end_reason: 'moved', notes: 'Called twice.' },
    ]);
  });
});

describe('a manager', () => {
  it('reads the details of a referral, and can change nothing', async () => {
    await fileReferral('Read-Only-Flow');
    await storeSession('manager');
    const { user } = await renderApp('/admin');
    const row = await findRow('Read-Only-Flow');
    expect(row.queryByRole('button', { name: /^Update Referral/ })).not.toBeInTheDocument();
    await user.click(row.getByRole('button', { name: /^Referral Details/ }));
    const dialog = within(await findDialog());
    expect(dialog.getByText('Referral Status for: Robin Read-Only-Flow')).toBeInTheDocument();
    expect(dialog.queryByRole('combobox')).not.toBeInTheDocument();
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Update Referral' })).not.toBeInTheDocument();
  });
});
