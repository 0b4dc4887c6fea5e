import { describe, expect, it } from 'vitest';
import { ROLES } from '../../contract/constants';
import { guardTarget, landingAfterLogin, signedInRoutes } from './routes';

const person = (role: (typeof ROLES)[number], approved = true) => ({
  username: 'sam@clinic.example',
  fullname: 'Sam Rivera',
  role,
  approved,
});

/** Spec section 2, "Route table". */
const OPEN_TO: Record<string, readonly string[]> = {
  // Those outside of the program read there what they filed; those who filed nothing are led to the start page.
  '/admin': ['SUPERUSER', 'MANAGER', 'ADMIN', 'SITE_USER'],
  '/today': ['SUPERUSER', 'MANAGER'],
  '/profile': ['SUPERUSER', 'MANAGER', 'REFERRAL'],
  '/accounts/list': ['SUPERUSER'],
  '/sites': ['SUPERUSER'],
  '/sites/poster': ['SUPERUSER'],
  '/held': ['SUPERUSER'],
  '/deleted': ['SUPERUSER'],
  '/audit': ['SUPERUSER'],
};

describe.each(signedInRoutes)('the guard of $path', ({ path, needs }) => {
  it('redirects a visitor to /login', () => {
    expect(guardTarget(null, needs)).toBe('/login');
  });

  it.each(ROLES)('follows the route table for an approved %s', (role) => {
    const target = OPEN_TO[path]?.includes(role) ? null : '/';
    expect(guardTarget(person(role), needs)).toBe(target);
  });

  it.each(ROLES)('redirects an unapproved %s to /', (role) => {
    expect(guardTarget(person(role, false), needs)).toBe('/');
  });
});

it('sends a REFERRAL to the profile after signing in, and everyone else to /admin', () => {
  expect(ROLES.map((role) => landingAfterLogin(person(role)))).toEqual(
    ROLES.map((role) => (role === 'REFERRAL' ? '/profile' : '/admin')),
  );
});
