import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pairFor } from '../../tests/support/fakeSession';
import { THIRD_PARTY_BACKEND } from '../../tests/support/ourServer';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError, parseErrorResponse } from '../api/ApiError';

async function openLogin(answers: VisitorAnswers = {}, path = '/login') {
  const app = await renderVisitorApp({ path, answers });
  await screen.findByRole('heading', { name: 'Login' });
  return app;
}

async function logIn({ user }: Awaited<ReturnType<typeof openLogin>>) {
  await user.type(screen.getByLabelText('Email'), ' sam@clinic.example ');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

describe('validation', () => {
  it('requires both fields', async () => {
    const { user, inputsOf } = await openLogin();
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('link', { name: 'Email is required' })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password is required');
    expect(inputsOf('login')).toEqual([]);
  });

  it('requires a password of 6 characters', async () => {
    const { user } = await openLogin();
    await user.type(screen.getByLabelText('Password'), '12345');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(
      await screen.findByText('Password must be at least 6 characters', { selector: 'p' }),
    ).toBeVisible();
  });
});

describe('after signing in', () => {
  it.each([
    ['REFERRAL', '/profile'],
    ['MANAGER', '/admin'],
    ['SUPERUSER', '/today'],
  ] as const)('a %s lands on %s', async (role, path) => {
    const app = await openLogin({ login: () => pairFor(role) });
    await logIn(app);
    await waitFor(() => expect(window.location.pathname).toBe(path));
    expect(app.inputsOf('login')).toEqual([
      { body: { username: 'sam@clinic.example', password: 'secret1', remember: false } },
    ]);
    expect(app.session.read()).toEqual(pairFor(role));
  });

  it.each([
    ['who may act on referrals', true, '/today'],
    ['who may not', false, '/admin'],
  ])('a manager %s lands on %s', async (_who, may_act, path) => {
    const app = await openLogin({
      login: () => pairFor('MANAGER'),
      getFollowUpRules: () => ({ may_act }),
    });
    await logIn(app);
    await waitFor(() => expect(window.location.pathname).toBe(path));
  });

  it('a manager lands on /admin if the server does not say whether they may act', async () => {
    const app = await openLogin({
      login: () => pairFor('MANAGER'),
      getFollowUpRules: () => {
        throw new ApiError('network');
      },
    });
    await logIn(app);
    await waitFor(() => expect(window.location.pathname).toBe('/admin'));
  });

  it('no other page shows before the first screen is known', async () => {
    let answer: (rules: object) => void = () => undefined;
    const app = await openLogin({
      login: () => pairFor('MANAGER'),
      getFollowUpRules: () => new Promise((resolve) => (answer = resolve)),
    });
    await logIn(app);
    await waitFor(() => expect(app.inputsOf('getFollowUpRules')).toHaveLength(1));
    expect(window.location.pathname).toBe('/login');
    expect(screen.getByRole('heading', { name: 'Login' })).toBeVisible();
    answer({ may_act: true });
    await waitFor(() => expect(window.location.pathname).toBe('/today'));
  });

  it('a super user lands on /admin with a server that has no list of today', async () => {
    const app = await openLogin({ login: () => pairFor('SUPERUSER'), ...THIRD_PARTY_BACKEND });
    await logIn(app);
    await waitFor(() => expect(window.location.pathname).toBe('/admin'));
  });

  it.each(['ADMIN', 'SITE_USER'] as const)(
    'a %s lands on /admin, which leads those who filed nothing to the start page',
    async (role) => {
      const app = await openLogin({ login: () => pairFor(role) });
      await logIn(app);
      await waitFor(() => expect(window.location.pathname).toBe('/admin'));
      expect(screen.queryByText(/does not have access/)).not.toBeInTheDocument();
    },
  );

  it('a person returns to the page the guard redirected from', async () => {
    const app = await openLogin({ login: () => pairFor('MANAGER') }, '/profile');
    await logIn(app);
    await waitFor(() => expect(window.location.pathname).toBe('/profile'));
  });
});

describe('a refused login', () => {
  it.each([
    [
      'a wrong password',
      parseErrorResponse(401, { detail: 'Incorrect' }),
      'Could not log you in, please try again.',
    ],
    [
      'an unapproved account',
      parseErrorResponse(403, { detail: 'not_approved' }),
      'Your account is not approved yet. Please contact system administrator',
    ],
    [
      'an unapproved account with another status',
      parseErrorResponse(400, { detail: 'not_approved' }),
      'Your account is not approved yet. Please contact system administrator',
    ],
    ['too many attempts', parseErrorResponse(429, {}, '30'), /try again in 30 seconds/],
    ['no connection', new ApiError('network'), /There was no answer/],
  ])('explains %s and keeps the fields', async (_why, error, text) => {
    const app = await openLogin({
      login: () => {
        throw error;
      },
    });
    await logIn(app);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('secret1');
    expect(app.session.read()).toBeNull();
  });

  it('signs nobody in with unreadable tokens', async () => {
    const app = await openLogin({ login: () => ({ access_token: 'x', refresh_token: 'y' }) });
    await logIn(app);
    expect(await screen.findByText('Could not log you in, please try again.')).toBeVisible();
    expect(app.session.read()).toBeNull();
  });
});
