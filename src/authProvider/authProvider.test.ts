import { expect, it } from 'vitest';
import type { Role } from '../../contract/constants';
import { createAuthProvider } from './authProvider';
import type { Session, SessionStore } from './sessionStore';

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

it('getPermissions follows the permission table', async () => {
  const mayManager = await providerFor('MANAGER').provider.getPermissions();
  expect(mayManager('referral.list')).toBe(true);
  expect(mayManager('referral.update')).toBe(false);
  const maySuperuser = await providerFor('SUPERUSER').provider.getPermissions();
  expect(maySuperuser('referral.update')).toBe(true);
  const mayNobody = await providerFor().provider.getPermissions();
  expect(mayNobody('referral.list')).toBe(false);
});
