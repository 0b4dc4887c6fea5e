import { expect, it } from 'vitest';
import { ROLES } from './constants';
import { OFFERED_REFERRERS, REGISTERED_ROLE, traitsOf } from './roles';

it('gives each role the traits of the specification', () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, traitsOf(role).sites]))).toEqual({
    SUPERUSER: 'all',
    MANAGER: 'chosen',
    REFERRAL: 'one',
    ADMIN: 'fixed',
    SITE_USER: 'fixed',
  });
  expect(ROLES.filter((role) => traitsOf(role).home === 'profile')).toEqual(['REFERRAL']);
  expect(OFFERED_REFERRERS).toEqual(['MANAGER']);
  expect(REGISTERED_ROLE).toBe('MANAGER');
});

it.each(['OWNER', 'toString'])('gives an unknown role the most limited traits: %s', (role) => {
  expect(traitsOf(role as never)).toEqual(traitsOf('SITE_USER'));
});
