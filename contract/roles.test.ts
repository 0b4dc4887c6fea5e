import { expect, it } from 'vitest';
import { ROLES } from './constants';
import { OFFERED_REFERRERS, REGISTERED_ROLE, getRoleTraits } from './roles';

it('gives each role the traits of the specification', () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, getRoleTraits(role).sites]))).toEqual({
    SUPERUSER: 'all',
    MANAGER: 'chosen',
    REFERRAL: 'one',
    ADMIN: 'fixed',
    SITE_USER: 'fixed',
  });
  expect(ROLES.filter((role) => getRoleTraits(role).home === 'profile')).toEqual(['REFERRAL']);
  expect(OFFERED_REFERRERS).toEqual(['MANAGER']);
  expect(REGISTERED_ROLE).toBe('MANAGER');
});

it.each(['OWNER', 'toString'])('gives an unknown role the most limited traits: %s', (role) => {
  expect(getRoleTraits(role as never)).toEqual(getRoleTraits('SITE_USER'));
});
