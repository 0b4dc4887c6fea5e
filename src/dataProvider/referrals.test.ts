import { describe, expect, it } from 'vitest';
import { createStubProvider } from '../../tests/support/stubProvider';
import { makeReferral } from '../../tests/support/staffApp';
import { referralPageSize } from './referrals';

const record = { ...makeReferral(), id: 'r1' };
const found = { items: [makeReferral()], pages: 2 };

describe('a filtered list of a third-party backend', () => {
  it('asks for 50 a page, and sends only the filters that say something', async () => {
    const { call, provider } = createStubProvider(found);
    const { signal } = new AbortController();
    const list = await provider.getList('admin', {
      pagination: { page: 2, perPage: 50 },
      filter: { name: 'Robin', gender: '', tracking_id: undefined },
      signal,
    });
    const query = { name: 'Robin', page: 2, size: 50 };
    expect(call).toHaveBeenCalledWith('filterReferrals', { query }, { signal });
    expect(list).toEqual({ data: [record], total: 51 });
  });

  it('with only blank filters is not filtered', async () => {
    const { call, provider } = createStubProvider(found);
    await provider.getList('admin', { filter: { name: '' } });
    const input = { query: { page: 1, size: 25 } };
    expect(call).toHaveBeenCalledWith('listReferrals', input, { signal: undefined });
    expect([referralPageSize({ name: '' }), referralPageSize({ name: 'R' })]).toEqual([25, 50]);
  });
});

it('sends the chosen manager, and that there is an account', async () => {
  const { call, provider } = createStubProvider({ detail: 'ok' });
  await provider.update('admin', {
    id: 'r1',
    data: { status: 'Pending', notes: '', referred_by: 'm1' },
    previousData: { ...record, has_account: true },
  });
  const body = { id: 'r1', status: 'Pending', notes: '', referred_by: 'm1', has_account: true };
  expect(call).toHaveBeenCalledWith('updateReferral', { body }, { version: undefined });
});

it('gives fields that another server leaves out a default, and removes the time of a birth date', async () => {
  const sparse = { _id: 'r1', first_name: 'Robin', dob: '2006-04-30T00:00:00', site: null };
  const { provider } = createStubProvider({ items: [sparse], pages: 1 });
  const { data } = await provider.getList('admin', {});
  expect(data).toEqual([
    { ...sparse, id: 'r1', dob: '2006-04-30', site: { value: '', label: '' }, substance: [] },
  ]);
});

it('leaves an invalid birth date as another server sent it', async () => {
  const { provider } = createStubProvider({
    items: [{ ...record, dob: 'spring of 2006' }],
    pages: 1,
  });
  const { data } = await provider.getList('admin', {});
  expect(data).toMatchObject([{ dob: 'spring of 2006' }]);
});

it('deletes a referral by id', async () => {
  const { call, provider } = createStubProvider({ detail: 'ok' });
  const answer = await provider.delete('admin', { id: 'r1', previousData: record });
  expect(call).toHaveBeenCalledWith(
    'deleteReferral',
    { body: { id: 'r1' } },
    { version: undefined },
  );
  expect(answer).toEqual({ data: record });
});

it('assigns a manager to a referral', async () => {
  const { call, provider } = createStubProvider({ detail: 'ok' });
  await provider.assign(record, 'm1');
  const body = { user_id: 'm1', referral_id: 'r1' };
  expect(call).toHaveBeenCalledWith('assignReferral', { body }, { version: undefined });
});

it('creates a login in the payload of the specification', async () => {
  const { call, provider } = createStubProvider({ detail: 'ok' });
  await provider.createLogin(record, { username: 'robin@home.example', password: 'long enough' });
  expect(call).toHaveBeenCalledWith('registerReferral', {
    body: {
      fullname: 'Robin Harper',
      username: 'robin@home.example',
      password: 'long enough',
      role: 'REFERRAL',
      schools: [{ id: 's1', site: 'Northside High' }],
      referral: 'r1',
    },
  });
});

it('counts the referrals', async () => {
  const { call, provider } = createStubProvider({ count: 7 });
  const { signal } = new AbortController();
  expect(await provider.count('admin', { signal })).toEqual({ data: { count: 7 } });
  expect(call).toHaveBeenCalledWith('countReferrals', {}, { signal });
});
