import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { THIRD_PARTY_BACKEND } from '../tests/support/ourServer';
import { renderVisitorApp } from '../tests/support/visitorApp';
import { ROLES, type Role } from '../contract/constants';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const LANDING = 'Refer someone to substance use support';
const NOT_ALLOWED = 'Your account does not have access to that page.';

describe('the guard', () => {
  it.each(['/admin', '/profile', '/accounts/list', '/sites'])(
    'sends a visitor from %s to /login and says why',
    async (path) => {
      await renderVisitorApp({ path });
      expect(await heading('Login')).toBeVisible();
      expect(window.location.href).toMatch(/\/login$/);
      expect(await screen.findByText('Please log in to open that page.')).toHaveRole('status');
    },
  );

  it.each(ROLES)('lets %s open only the pages that the role may open', async (role) => {
    await renderVisitorApp({ path: '/admin', role });
    if (role !== 'REFERRAL') {
      expect(await heading('The signed-in app')).toBeVisible();
    } else {
      expect(await heading(LANDING)).toBeVisible();
      expect(window.location.pathname).toBe('/');
      expect(await screen.findByText(NOT_ALLOWED)).toBeVisible();
    }
  });

  it('sends an unapproved account to the landing page and says why', async () => {
    await renderVisitorApp({ path: '/profile', role: 'MANAGER', approved: false });
    expect(await heading(LANDING)).toBeVisible();
    expect(await screen.findByText(/Your account is not approved/)).toBeVisible();
    expect(screen.queryByText('User home page')).not.toBeInTheDocument();
  });

  it.each([
    ['MANAGER', '/admin'],
    ['REFERRAL', '/'],
  ] as const)('redirects a signed-in %s from /login to %s', async (role, path) => {
    await renderVisitorApp({ path: '/login', role });
    await waitFor(() => expect(window.location.pathname).toBe(path));
  });

  it('asks to log in again when the session ends on a page', async () => {
    const { session } = await renderVisitorApp({ path: '/admin', role: 'MANAGER' });
    await heading('The signed-in app');
    session.signOut();
    expect(await heading('Login')).toBeVisible();
    expect(await screen.findByText(/You have been logged out/)).toBeVisible();
  });
});

describe('the landing page', () => {
  it.each([
    ['SUPERUSER', true],
    ['MANAGER', true],
    ['REFERRAL', false],
  ] as const)("opens for a %s with 'User home page': %s", async (role, isHome) => {
    await renderVisitorApp({ role });
    await heading(LANDING);
    expect(screen.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeVisible();
    if (isHome) expect(await screen.findByText('User home page')).toBeVisible();
    else expect(screen.queryByText('User home page')).not.toBeInTheDocument();
    expect(screen.queryByText(/With this account/)).not.toBeInTheDocument();
  });

  it.each(['SITE_USER', 'ADMIN', 'OWNER'] as Role[])(
    'tells a %s what they can do here',
    async (role) => {
      await renderVisitorApp({ role });
      await heading(LANDING);
      expect(await screen.findByText(/^You are logged in\. With this account/)).toHaveRole(
        'status',
      );
      expect(screen.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeVisible();
      expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
    },
  );

  it("leads from 'Get started' to the form", async () => {
    const { user } = await renderVisitorApp();
    await user.click(screen.getByRole('button', { name: 'Get started' }));
    expect(screen.getByRole('heading', { name: 'Start Filling Out Referral' })).toHaveFocus();
  });

  it("links 'Learn more' to the provider, without a referrer", async () => {
    await renderVisitorApp();
    const link = screen.getByRole('link', { name: 'Learn more' });
    expect(link).toHaveAttribute('href', 'https://provider.example/');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  });
});

describe('the header', () => {
  it('offers a visitor to log in and to register', async () => {
    const { user } = await renderVisitorApp();
    expect(screen.getByRole('button', { name: 'Log in' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Register' }));
    const title = await heading('Register');
    await waitFor(() => expect(title).toHaveFocus());
    expect(document.title).toBe('Register – Referral Desk');
  });

  it.each([
    ['REFERRAL', 'Profile', '/profile'],
    ['MANAGER', 'Admin', '/admin'],
    ['ADMIN', 'Admin', '/admin'],
  ] as const)('offers a %s the button %s, which leads to %s', async (role, name, path) => {
    const { user } = await renderVisitorApp({ role });
    expect(screen.queryByRole('button', { name: 'Register' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Register' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name }));
    expect(window.location.pathname).toBe(path);
  });

  it('signs out in the browser and on the server', async () => {
    const { user, session, inputsOf } = await renderVisitorApp({ role: 'REFERRAL' });
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(session.read()).toBeNull();
    expect(inputsOf('logout')).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });

  it('signs out in the browser if a third-party backend has no logout call', async () => {
    const { user, session, inputsOf } = await renderVisitorApp({
      role: 'REFERRAL',
      answers: THIRD_PARTY_BACKEND,
    });
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(session.read()).toBeNull();
    expect(inputsOf('logout')).toEqual([]);
  });

  it('changes the language at once and remembers it', async () => {
    const { user } = await renderVisitorApp();
    await user.click(screen.getByRole('button', { name: 'Español' }));
    expect(await screen.findByRole('button', { name: 'Siguiente' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('lang', 'es');
    expect(document.cookie).toContain('lang=es');
  });
});

describe('the footer', () => {
  it('shows brand and copyright, and hides About without an address', async () => {
    await renderVisitorApp({ settings: { brandName: 'Valley Care' } });
    expect(screen.getByText('© 2024').parentElement).toHaveTextContent(/^© 2024 Valley Care$/);
    expect(screen.queryByRole('link', { name: 'About' })).not.toBeInTheDocument();
  });

  it('links About to the address of the settings', async () => {
    await renderVisitorApp({ settings: { aboutUrl: 'https://provider.example/about' } });
    const link = screen.getByRole('link', { name: 'About' });
    expect(link).toHaveAttribute('href', 'https://provider.example/about');
  });
});

it('shows the not-found page for an unknown address', async () => {
  await renderVisitorApp({ path: '/nowhere' });
  expect(await heading('Page not found')).toBeVisible();
});
