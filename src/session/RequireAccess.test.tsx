/**
 * Every visitor at every path (spec section 2, "Route table" and "Guard"; docs/decisions/0078-inside-and-outside.md): the final path, and the redirects on the way. An
 * expired token changes only the redirects, so visitors with one share the paths among them by default. EXHAUSTIVE tests every
 * combination.
 */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ROLES, type Role } from '../../contract/constants';
import { EXHAUSTIVE } from '../../tests/support/exhaustive';
import { renderVisitorApp } from '../../tests/support/visitorApp';
import { ApiError } from '../api/ApiError';
import { guardReason } from './RequireAccess';

/** Path → the roles that may open it. */
const GUARDED: Record<string, readonly Role[]> = {
  // The page itself leads who filed nothing to the start page.
  '/admin': ['SUPERUSER', 'MANAGER', 'ADMIN', 'SITE_USER'],
  '/profile': ['SUPERUSER', 'MANAGER', 'REFERRAL'],
  '/accounts/list': ['SUPERUSER'],
  '/sites': ['SUPERUSER'],
  '/sites/1': ['SUPERUSER'],
  '/held': ['SUPERUSER'],
  '/deleted': ['SUPERUSER'],
  '/audit': ['SUPERUSER'],
};
const PUBLIC = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
];
const UNKNOWN = ['/accounts', '/audit/1', '/sites/1/2'];
const PATHS = [...Object.keys(GUARDED), ...PUBLIC, ...UNKNOWN];

const NOT_FOUND = 'Page not found';
const SIGNED_IN_APP = 'The signed-in app';

/** Who opens the app: signed in or not. */
type Visitor = NonNullable<Parameters<typeof renderVisitorApp>[0]>;

const VISITORS: (readonly [string, Visitor])[] = [
  ['a visitor', {}],
  ['someone whose session has ended', { role: 'SUPERUSER', expired: 'ends' }],
  ...ROLES.flatMap((role) =>
    [true, false].flatMap((approved) => {
      const name = `${approved ? 'an approved' : 'an unapproved'} ${role}`;
      return [
        [name, { role, approved }] as const,
        [`${name} with an expired token`, { role, approved, expired: 'refreshes' }] as const,
      ];
    }),
  ),
];

/** By default a visitor with an expired token tests one of this many paths. */
const SHARE = 3;

function pathsFor(visitor: Visitor): string[] {
  if (EXHAUSTIVE || visitor.expired !== 'refreshes') return PATHS;
  const turn = VISITORS.findIndex(([, each]) => each === visitor) >> 1;
  return PATHS.filter((_path, index) => index % SHARE === turn % SHARE);
}

/** The path a visitor ends at after typing one. */
function finalPath(path: string, { role, approved = true, expired }: Visitor): string {
  const person = expired === 'ends' ? undefined : role;
  // A signed-in person at /login is sent to /admin, whose guard may redirect again.
  const wanted = path === '/login' && person ? '/admin' : path;
  const roles = GUARDED[wanted];
  if (!roles) return wanted;
  if (!person) return '/login';
  return approved && roles.includes(person) ? wanted : '/';
}

/** Records the paths the app goes through, starting with the one it is opened at. */
function recordPaths(): string[] {
  const visited: string[] = [];
  for (const method of ['pushState', 'replaceState'] as const) {
    const change = window.history[method].bind(window.history);
    vi.spyOn(window.history, method).mockImplementation((state, unused, url) => {
      // Ends a redirect loop.
      if (visited.length > 5) throw new Error(`Redirect loop: ${visited.join(' → ')}`);
      change(state, unused, url);
      const { pathname } = window.location;
      // A page may also clean up its own URL.
      if (pathname !== visited.at(-1)) visited.push(pathname);
    });
  }
  return visited;
}

describe.each(VISITORS)('%s', (_name, visitor) => {
  it.each(pathsFor(visitor))(
    'ends at the path of the route table after opening %s',
    async (path) => {
      const visited = recordPaths();
      await renderVisitorApp({ ...visitor, path });
      const expected = finalPath(path, visitor);
      await waitFor(() => expect(window.location.pathname).toBe(expected));

      const { textContent } = await screen.findByRole('heading', { level: 1 });
      expect(textContent === SIGNED_IN_APP).toBe(expected in GUARDED);
      expect(textContent === NOT_FOUND).toBe(UNKNOWN.includes(expected));
      await act(async () => undefined);
      expect(window.location.pathname).toBe(expected);
      // At most two redirects, and never the same path twice.
      expect(visited[0]).toBe(path);
      expect(visited.length).toBeLessThanOrEqual(3);
      expect(visited).toEqual([...new Set(visited)]);
    },
  );
});

describe('a notice', () => {
  const NOTICE = 'Your account does not have access to that page.';
  const open = async (options: Visitor) => {
    const app = await renderVisitorApp(options);
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    return app;
  };

  it('says why a page was refused, and not again after a reload', async () => {
    await open({ role: 'REFERRAL', path: '/admin' });
    expect(await screen.findByText(NOTICE)).toBeVisible();
    const { state } = window.history as { state: { usr: { loadedAt: number } } };
    cleanup();
    // The browser keeps the router's state over a reload, and in a window restored days later.
    state.usr.loadedAt -= 1;
    const reload = window.history.replaceState.bind(window.history, state, '');
    vi.spyOn(window.history, 'replaceState').mockImplementationOnce(() => reload('/'));
    await open({ role: 'REFERRAL', path: '/' });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(NOTICE)).toBeNull();
  });

  it('is not shown to someone who was signed in already and opened /login', async () => {
    await open({ role: 'REFERRAL', path: '/login' });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(NOTICE)).toBeNull();
  });
});

describe('someone whose account is no longer approved', () => {
  const REASON =
    'Your account is not approved, so you can only use the public pages. Please contact your system administrator.';

  it('is signed out to the start page, which says why', async () => {
    const { session } = await renderVisitorApp({ role: 'MANAGER', path: '/admin' });
    await screen.findByRole('heading', { name: SIGNED_IN_APP });
    act(() => session.end('notApproved'));
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(await screen.findByText(REASON)).toBeVisible();
    expect(screen.getByText(REASON)).toHaveRole('status');
  });

  it('sees the reason on the current page, and keeps the input of the public form', async () => {
    const { user } = await renderVisitorApp({
      role: 'MANAGER',
      answers: {
        addReferral: () => {
          throw new ApiError('status', { status: 401, detail: 'not_approved' });
        },
      },
    });
    await user.click(await screen.findByLabelText('Substance'));
    await user.click(await screen.findByRole('option', { name: 'Opioid-related' }));
    await user.click(screen.getByLabelText('Site'));
    await user.click(await screen.findByRole('option', { name: 'Northside High' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.type(await screen.findByLabelText('First Name'), 'Robin');
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    expect(await screen.findByText(REASON)).toBeVisible();
    expect(screen.getByLabelText('First Name')).toHaveValue('Robin');
    await user.click(screen.getAllByRole('link', { name: 'Register' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Register' });
    act(() => window.history.back());
    expect(await screen.findByLabelText('First Name')).toHaveValue('Robin');
  });
});

const OUT = { status: 'signed-out', user: null } as const;

it('distinguishes a visitor, an ended session and an unreachable server', () => {
  expect(guardReason(OUT, false)).toBe('signInNeeded');
  expect(guardReason(OUT, true)).toBe('sessionEnded');
  expect(guardReason({ ...OUT, endedBy: 'unreachable' }, false)).toBe('unreachable');
});
