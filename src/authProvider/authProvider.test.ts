import { expect, it } from 'vitest';
import type { Role } from '../../contract/constants';
import type { Session, SessionStore } from '../app/session';
import { createAuthProvider } from './authProvider';

function providerFor(role?: Role) {
  const user = role && { username: 'sam@clinic.example', fullname: '', role, approved: true };
  const session: Session = user
    ? { status: 'signed-in', user }
    : { status: 'signed-out', user: null };
  return { provider: createAuthProvider({ get: () => session } as SessionStore) };
}

it('checkAuth passes only while someone is signed in', async () => {
  await expect(providerFor('MANAGER').provider.checkAuth()).resolves.toBeUndefined();
  await expect(providerFor().provider.checkAuth()).rejects.toThrow('Signed out');
});

it('checkError rejects only a 401 once nobody is signed in, without a message', async () => {
  const { provider } = providerFor();
  await expect(provider.checkError({ status: 401 })).rejects.toMatchObject({ message: false });
  for (const status of [0, 403, 404, 422, 500, undefined]) {
    await expect(provider.checkError({ status })).resolves.toBeUndefined();
  }
});

it('checkError accepts a 401 while someone is signed in', async () => {
  await expect(providerFor('MANAGER').provider.checkError({ status: 401 })).resolves.toBe(
    undefined,
  );
});

it('logout leaves the redirect to RequireAccess', async () => {
  await expect(providerFor().provider.logout()).resolves.toBe(false);
});

it('getIdentity falls back to the e-mail when there is no name', async () => {
  const identity = await providerFor('MANAGER').provider.getIdentity();
  expect(identity).toEqual({ id: 'sam@clinic.example', fullName: 'sam@clinic.example' });
});

const SUPERUSER_ONLY: readonly (readonly [resource: string, action: string])[] = [
  ['admin', 'edit'],
  ['admin', 'delete'],
  ['admin', 'assign'],
  ['admin', 'createLogin'],
  ['held', 'list'],
  ['held', 'release'],
  ['held', 'delete'],
  ['deleted', 'list'],
  ['deleted', 'putBack'],
  ['accounts/list', 'list'],
  ['accounts/list', 'create'],
  ['accounts/list', 'edit'],
  ['accounts/list', 'deactivate'],
  ['accounts/list', 'reactivate'],
  ['pending-users', 'list'],
  ['pending-users', 'approve'],
  ['superusers', 'create'],
  ['sites', 'list'],
  ['sites', 'create'],
  ['sites', 'edit'],
  ['sites', 'delete'],
  ['sites', 'poster'],
  ['audit', 'list'],
  ['setup', 'manage'],
];

it.each(SUPERUSER_ONLY)('canAccess of %s: %s is for super users only', async (resource, action) => {
  const roles: (Role | undefined)[] = ['SUPERUSER', 'MANAGER', 'REFERRAL', 'ADMIN', 'SITE_USER'];
  for (const role of [...roles, undefined]) {
    const isAllowed = await providerFor(role).provider.canAccess({ resource, action });
    expect(isAllowed).toBe(role === 'SUPERUSER');
  }
});

it.each([
  ['admin', 'list'],
  ['admin', 'create'],
  ['notices', 'list'],
  ['profile', 'show'],
])('canAccess of %s: %s is for managers too, but not for visitors', async (resource, action) => {
  expect(await providerFor('MANAGER').provider.canAccess({ resource, action })).toBe(true);
  expect(await providerFor().provider.canAccess({ resource, action })).toBe(false);
});

it.each([
  ['admin', 'export'],
  ['managers', 'list'],
  ['login', 'list'],
  ['constructor', 'list'],
  ['sites', 'constructor'],
])('canAccess of %s: %s is refused, as the permission table does not name it', async (...pair) => {
  const [resource, action] = pair;
  expect(await providerFor('SUPERUSER').provider.canAccess({ resource, action })).toBe(false);
});
