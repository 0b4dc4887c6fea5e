import { expect, it } from 'vitest';
import { makeAccount } from '../../tests/support/stubAccounts';
import { createStubProvider } from '../../tests/support/stubProvider';
import { toAccountRecord } from './accounts';

const user = makeAccount({ approved: false });
const record = toAccountRecord(user);

it('lists pending users in pages of 25, each with an id', async () => {
  const { call, provider } = createStubProvider({ items: [user], pages: 2 });
  const { signal } = new AbortController();
  const pagination = { page: 2, perPage: 25 };
  const list = await provider.getList('pending-users', { pagination, signal });
  const query = { page: 2, size: 25 };
  expect(call).toHaveBeenCalledWith('listPendingAccounts', { query }, { signal });
  expect(list).toEqual({ data: [record], total: 26 });
});

it('approves an account by id, in the version that was loaded', async () => {
  const { call, provider } = createStubProvider({ detail: 'ok' });
  await provider.approve({ ...record, version: 3 });
  const input = { body: { user_id: 'a1' } };
  expect(call).toHaveBeenCalledWith('approveAccount', input, { version: 3 });
});

it('creates a super user with all sites', async () => {
  const { call, provider } = createStubProvider({ detail: 'ok' });
  const login = { fullname: 'Kim Head', username: 'kim@clinic.example', password: 'long enough' };
  const { data } = await provider.create('superusers', { data: login });
  const schools = [{ id: 'all', site: 'all' }];
  expect(call).toHaveBeenCalledWith('registerSuperuser', {
    body: { ...login, role: 'SUPERUSER', schools },
  });
  expect(data.id).toBe('kim@clinic.example');
});
