import { expect, it } from 'vitest';
import { createStubProvider } from '../../tests/support/stubProvider';
import { makeReferral } from '../../tests/support/staffApp';

const held = { ...makeReferral(), hold_reason: 'trap' as const };
const record = { ...held, id: 'r1' };

it('lists held referrals in pages of 25', async () => {
  const { call, provider } = createStubProvider({ items: [held], pages: 2 });
  const { signal } = new AbortController();
  const list = await provider.getList('held', {
    pagination: { page: 2, perPage: 25 },
    signal,
  });
  const input = { query: { page: 2, size: 25 } };
  expect(call).toHaveBeenCalledWith('listHeld', input, { signal });
  expect(list).toEqual({ data: [record], total: 26 });
});

it('releases a held referral by id', async () => {
  const { call, provider } = createStubProvider({ detail: 'ok' });
  await provider.release(record);
  expect(call).toHaveBeenCalledWith(
    'releaseReferral',
    { body: { id: 'r1' } },
    { version: undefined },
  );
});

it('counts held referrals', async () => {
  const { call, provider } = createStubProvider({ count: 2 });
  expect(await provider.count('held')).toEqual({ data: { count: 2 } });
  expect(call).toHaveBeenCalledWith('countHeld', {}, { signal: undefined });
});
