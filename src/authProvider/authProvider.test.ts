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

it('lets a signed-in person pass and nobody else', async () => {
  await expect(providerFor('MANAGER').provider.checkAuth()).resolves.toBeUndefined();
  await expect(providerFor().provider.checkAuth()).rejects.toThrow('Signed out');
});

it('takes a 401 for the end once nobody is signed in, silently, and nothing else', async () => {
  const { provider } = providerFor();
  await expect(provider.checkError({ status: 401 })).rejects.toMatchObject({ message: false });
  for (const status of [0, 403, 404, 422, 500, undefined]) {
    await expect(provider.checkError({ status })).resolves.toBeUndefined();
  }
});

it('takes a 401 for a refusal while someone is signed in', async () => {
  await expect(providerFor('MANAGER').provider.checkError({ status: 401 })).resolves.toBe(
    undefined,
  );
});

it('leaves the way on to the guard on logout', async () => {
  await expect(providerFor().provider.logout()).resolves.toBe(false);
});

it('names the person by e-mail when there is no name', async () => {
  const identity = await providerFor('MANAGER').provider.getIdentity();
  expect(identity).toEqual({ id: 'sam@clinic.example', fullName: 'sam@clinic.example' });
});

it('answers what a role may do by the table of permissions', async () => {
  const mayManager = await providerFor('MANAGER').provider.getPermissions();
  expect(mayManager('referral.list')).toBe(true);
  expect(mayManager('referral.update')).toBe(false);
  const maySuperuser = await providerFor('SUPERUSER').provider.getPermissions();
  expect(maySuperuser('referral.update')).toBe(true);
  const mayNobody = await providerFor().provider.getPermissions();
  expect(mayNobody('referral.list')).toBe(false);
});
