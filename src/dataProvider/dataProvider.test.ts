import { expect, it, vi } from 'vitest';
import {
  createStubApi,
  type Call,
  createStubProvider,
  stubFeatures,
} from '../../tests/support/stubProvider';
import { makeReferral } from '../../tests/support/staffApp';
import { ApiError } from '../api/ApiError';
import { createDataProvider } from './dataProvider';

it('lists a page of 25 referrals of a third-party backend, each with its id, and passes the signal on', async () => {
  const { call, provider } = createStubProvider({ items: [makeReferral()], pages: 2 });
  const { signal } = new AbortController();

  const list = await provider.getList('admin', {
    pagination: { page: 2, perPage: 25 },
    signal,
  });

  expect(call).toHaveBeenCalledWith('listReferrals', { query: { page: 2, size: 25 } }, { signal });
  expect(list).toEqual({ data: [{ ...makeReferral(), id: 'r1' }], total: 26 });
});

it('updates status and notes of a referral, in the payload of the specification', async () => {
  const { call, provider } = createStubProvider({ detail: 'ok' });
  const before = { ...makeReferral(), id: 'r1' };

  const { data } = await provider.update('admin', {
    id: 'r1',
    data: { status: 'Processed', notes: 'Called', first_name: 'Not to be sent' },
    previousData: before,
  });

  const body = {
    id: 'r1',
    status: 'Processed',
    notes: 'Called',
    has_account: false,
  };
  expect(call).toHaveBeenCalledWith('updateReferral', { body }, { version: undefined });
  expect(data).toEqual({ ...before, status: 'Processed', notes: 'Called' });
});

it('lists the counties', async () => {
  const { provider } = createStubProvider([{ id: 'c1', name: 'Alameda' }]);
  const list = await provider.getList('counties', {});
  expect(list).toEqual({ data: [{ id: 'c1', name: 'Alameda' }], total: 1 });
});

it('gives counties the ids that referrals name, whatever their type on the wire', async () => {
  const { provider } = createStubProvider([{ id: 5, name: 'Amador' }]);
  const { data } = await provider.getList('counties', {});
  expect(data).toEqual([{ id: '5', name: 'Amador' }]);
});

it('rejects with the status of a refusal, without the request', async () => {
  const refusal = new ApiError('status', { status: 403, detail: 'No' });
  const call = vi.fn<Call>().mockRejectedValue(refusal);
  const provider = createDataProvider(createStubApi(call), stubFeatures());
  const attempt = provider.update('admin', {
    id: 'r1',
    data: { status: 'Pending', notes: 'secret note' },
    previousData: { ...makeReferral(), id: 'r1' },
  });
  await expect(attempt).rejects.toBe(refusal);
  expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toContain('secret');
});

it('rejects an unmapped verb with its name', async () => {
  const { provider } = createStubProvider({});
  await expect(provider.getOne('managers', { id: 'm1' })).rejects.toThrow('No getOne for managers');
  await expect(
    provider.getManyReference('admin', {
      target: 'site',
      id: 's1',
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
    }),
  ).rejects.toThrow('No getManyReference for admin');
  await expect(provider.getList('constructor', {})).rejects.toThrow('No getList for constructor');
});
