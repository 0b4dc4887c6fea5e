/**
 * Every visitor at every address (spec section 2, "Route table" and "Guard"): where they come to rest, and on which way. An
 * expired token changes the way and not the table, so that who holds one usually types some of the addresses; together they
 * type all. Crossed when EXHAUSTIVE.
 */
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ROLES, type Role } from '../../contract/constants';
import { EXHAUSTIVE } from '../../tests/support/exhaustive';
import { renderVisitorApp } from '../../tests/support/visitorApp';

/** Address → the roles that may open it. */
const GUARDED: Record<string, readonly Role[]> = {
  '/admin': ['SUPERUSER', 'MANAGER'],
  '/profile': ['SUPERUSER', 'MANAGER', 'REFERRAL'],
  '/accounts/list': ['SUPERUSER'],
  '/sites': ['SUPERUSER'],
  '/suspected': ['SUPERUSER'],
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
const UNKNOWN = ['/accounts', '/sites/1'];
const ADDRESSES = [...Object.keys(GUARDED), ...PUBLIC, ...UNKNOWN];

const NOT_FOUND = 'Page not found';
const SIGNED_IN_APP = 'The signed-in app';

/** The one who signed in, or nobody. */
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

/** Of this many addresses, who holds an expired token usually types one. */
const TURNS = 3;

function addressesFor(visitor: Visitor): string[] {
  if (EXHAUSTIVE || visitor.expired !== 'refreshes') return ADDRESSES;
  const turn = VISITORS.findIndex(([, each]) => each === visitor) >> 1;
  return ADDRESSES.filter((_address, index) => index % TURNS === turn % TURNS);
}

/** Where a visitor ends who types an address. */
function restingPlace(address: string, { role, approved = true, expired }: Visitor): string {
  const person = expired === 'ends' ? undefined : role;
  // Who comes to the login signed in goes to /admin, whose guard may send them on.
  const wanted = address === '/login' && person ? '/admin' : address;
  const roles = GUARDED[wanted];
  if (!roles) return wanted;
  if (!person) return '/login';
  return approved && roles.includes(person) ? wanted : '/';
}

/** The addresses the app goes through, beginning with the one it is opened at. */
function followAddresses(): string[] {
  const addresses: string[] = [];
  for (const method of ['pushState', 'replaceState'] as const) {
    const change = window.history[method].bind(window.history);
    vi.spyOn(window.history, method).mockImplementation((state, unused, url) => {
      // Ends what would go round for ever.
      if (addresses.length > 5) throw new Error(`Sent round: ${addresses.join(' → ')}`);
      change(state, unused, url);
      const { pathname } = window.location;
      // A page may also tidy up its own address.
      if (pathname !== addresses.at(-1)) addresses.push(pathname);
    });
  }
  return addresses;
}

describe.each(VISITORS)('%s', (_name, visitor) => {
  it.each(addressesFor(visitor))(
    'who types %s comes to rest where the table says',
    async (address) => {
      const addresses = followAddresses();
      await renderVisitorApp({ ...visitor, path: address });
      const expected = restingPlace(address, visitor);
      await waitFor(() => expect(window.location.pathname).toBe(expected));

      const { textContent } = await screen.findByRole('heading', { level: 1 });
      expect(textContent === SIGNED_IN_APP).toBe(expected in GUARDED);
      expect(textContent === NOT_FOUND).toBe(UNKNOWN.includes(expected));
      await act(async () => undefined);
      expect(window.location.pathname).toBe(expected);
      // At most two redirects, and never the same address twice.
      expect(addresses[0]).toBe(address);
      expect(addresses.length).toBeLessThanOrEqual(3);
      expect(addresses).toEqual([...new Set(addresses)]);
    },
  );
});
