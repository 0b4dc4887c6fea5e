/** Reading referrals by their ids, and changing several of them. */
import { describe, expect, it, vi } from 'vitest';
import {
  type Call,
  createStubApi,
  createStubProvider,
  stubFeatures,
} from '../../tests/support/stubProvider';
import { makeReferral } from '../../tests/support/staffApp';
import type { Referral } from '../../contract/entities/referral';
import { ApiError } from '../api/ApiError';
import { createDataProvider } from './dataProvider';

const stored = makeReferral({ version: 3 });
const record = { ...stored, id: 'r1' };
const recordOf = (id: string) => ({ ...record, _id: id, id });
const NOT_FOUND = new ApiError('status', { status: 404 });
const UNAVAILABLE = new ApiError('status', { status: 503 });

interface Input {
  readonly params?: { id: string };
  readonly body?: { id: string };
}

/** The data provider on our server. `respond` is called with the id of each request. */
function providerOn(respond: (id: string) => unknown) {
  const call = vi.fn<Call>(async (...input) => {
    const { params, body } = input[1] as Input;
    return (await respond(params?.id ?? body?.id ?? '')) as never;
  });
  return { call, provider: createDataProvider(createStubApi(call), stubFeatures('getOne')) };
}

const referralById = (id: string): Referral => ({ ...stored, _id: id });

/** Fails for one id, like a server. */
function failFor(failing: string, error: Error) {
  return (id: string) => {
    if (id === failing) throw error;
    return referralById(id);
  };
}

describe('one referral', () => {
  it('is read by its id where the server offers it, and passes the signal on', async () => {
    const { call, provider } = createStubProvider(stored, 'getOne');
    const { signal } = new AbortController();
    expect(await provider.getOne('admin', { id: 'r1', signal })).toEqual({ data: record });
    expect(call).toHaveBeenCalledWith('getReferral', { params: { id: 'r1' } }, { signal });
  });

  it('that the server does not find rejects with status 404', async () => {
    const { provider } = providerOn(failFor('r1', NOT_FOUND));
    await expect(provider.getOne('admin', { id: 'r1' })).rejects.toBe(NOT_FOUND);
    expect(await provider.readReferral(record)).toBeNull();
  });

  it('that could not be read does not count as deleted', async () => {
    const { provider } = providerOn(failFor('r1', UNAVAILABLE));
    await expect(provider.readReferral(record)).rejects.toBe(UNAVAILABLE);
  });

  it('is taken from the first page of the list of a third-party backend', async () => {
    const { call, provider } = createStubProvider({ items: [stored], pages: 9 });
    const { signal } = new AbortController();
    expect(await provider.getOne('admin', { id: 'r1', signal })).toEqual({ data: record });
    const input = { query: { page: 1, size: 25 } };
    expect(call).toHaveBeenCalledWith('listReferrals', input, { signal });
    await expect(provider.getOne('admin', { id: 'r2' })).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
    });
  });

  it('whose tracking id is known is looked for by it on a third-party backend', async () => {
    const { call, provider } = createStubProvider({ items: [stored], pages: 1 });
    expect(await provider.readReferral(record)).toEqual(record);
    const query = { tracking_id: record.tracking_id, page: 1, size: 50 };
    expect(call).toHaveBeenCalledWith('filterReferrals', { query }, { signal: undefined });
    expect(await provider.readReferral(recordOf('gone'))).toBeNull();
  });

  it('is requested only once the features of the server are known', async () => {
    const call = vi.fn<Call>().mockResolvedValue(stored as never);
    let isLoaded = false;
    const features = {
      load: async () => {
        isLoaded = true;
      },
      offers: () => isLoaded,
    };
    const provider = createDataProvider(createStubApi(call), features);
    await provider.getOne('admin', { id: 'r1' });
    expect(call.mock.calls.map(([name]) => name)).toEqual(['getReferral']);
  });
});

describe('several referrals', () => {
  it('are read in the order of their ids, without those that do not exist', async () => {
    const { provider } = providerOn(failFor('gone', NOT_FOUND));
    const { data } = await provider.getMany('admin', { ids: ['r2', 'gone', 'r1'] });
    expect(data).toEqual([recordOf('r2'), recordOf('r1')]);
  });

  it('reject if one of them could not be read', async () => {
    const { provider } = providerOn(failFor('r2', UNAVAILABLE));
    await expect(provider.getMany('admin', { ids: ['r1', 'r2'] })).rejects.toBe(UNAVAILABLE);
  });

  it('are read four at a time', async () => {
    let running = 0;
    let most = 0;
    const { provider } = providerOn(async (id) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return referralById(id);
    });
    const ids = Array.from({ length: 11 }, (_, index) => `r${index}`);
    const { data } = await provider.getMany('admin', { ids });
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(most).toBe(4);
  });
});

describe('changing several referrals', () => {
  it('updates each given record with its version and unchanged fields, and reports which failed', async () => {
    const { call, provider } = providerOn(failFor('r2', UNAVAILABLE));
    const records = [{ ...recordOf('r1'), notes: 'Called', version: 7 }, recordOf('r2')];
    const result = await provider.updateMany('admin', {
      ids: ['r1', 'r2'],
      data: { status: 'Processed' },
      meta: { records },
    });
    expect(result).toEqual({ data: ['r1'], failures: [{ id: 'r2', error: UNAVAILABLE }] });
    const body = {
      id: 'r1',
      status: 'Processed',
      notes: 'Called',
      has_account: false,
    };
    expect(call.mock.calls[0]).toEqual(['updateReferral', { body }, { version: 7 }]);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('reads a record that the caller does not pass', async () => {
    const { call, provider } = providerOn(referralById);
    await provider.updateMany('admin', { ids: ['r1'], data: { status: 'Processed' } });
    expect(call.mock.calls.map(([name]) => name)).toEqual(['getReferral', 'updateReferral']);
    expect(call.mock.calls[1]?.[2]).toEqual({ version: 3 });
  });

  it('deletes each, and reports which failed', async () => {
    const { call, provider } = providerOn(failFor('r1', NOT_FOUND));
    const result = await provider.deleteMany('admin', {
      ids: ['r1', 'r2'],
      meta: { records: [record] },
    });
    expect(result).toEqual({ data: ['r2'], failures: [{ id: 'r1', error: NOT_FOUND }] });
    expect(call.mock.calls).toEqual([
      ['deleteReferral', { body: { id: 'r1' } }, { version: 3 }],
      ['deleteReferral', { body: { id: 'r2' } }, { version: undefined }],
    ]);
  });
});
