import { expect, it } from 'vitest';
import { createStubProvider } from '../../tests/support/stubProvider';
import type { DeletedReferralRecord } from './deletedReferrals';

const record = { id: 'r1', _id: 'r1' } as DeletedReferralRecord;

it('lists the deleted referrals in pages of 25', async () => {
  const { call, provider } = createStubProvider({ items: [{ _id: 'r1' }], total: 1, days: 30 });
  const { data } = await provider.getList('deleted', { pagination: { page: 2, perPage: 25 } });
  expect(data).toMatchObject([{ id: 'r1' }]);
  const input = { query: { page: 2, size: 25 } };
  expect(call).toHaveBeenCalledWith('listDeleted', input, { signal: undefined });
});

it('counts them, and says for how many days they can be put back', async () => {
  const { call, provider } = createStubProvider({ count: 3, days: 12 });
  expect(await provider.count('deleted')).toMatchObject({ data: { count: 3 } });
  expect(await provider.getDeletedDays()).toEqual({ data: 12 });
  expect(call).toHaveBeenCalledWith('countDeleted', {}, { signal: undefined });
});

it('puts one back, with a note if there is one', async () => {
  const { call, provider } = createStubProvider({ detail: 'ok' });
  await provider.putBack(record, ' ');
  expect(call).toHaveBeenLastCalledWith('putBackReferral', { body: { id: 'r1' } });
  await provider.putBack(record, 'Why');
  expect(call).toHaveBeenLastCalledWith('putBackReferral', { body: { id: 'r1', note: 'Why' } });
});
