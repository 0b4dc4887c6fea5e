import { describe, expect, it } from 'vitest';
import { makeAccount, makeAccounts } from '../../tests/support/stubAccounts';
import { createStubProvider } from '../../tests/support/stubProvider';
import { accountPageSize, toAccountRecord } from './accounts';

const account = toAccountRecord(makeAccount());

describe('the list', () => {
  it('has 25 records per page, each with its id, and passes the signal on', async () => {
    const { call, provider } = createStubProvider({ items: [makeAccount()], pages: 2 });
    const { signal } = new AbortController();
    const list = await provider.getList('accounts/list', {
      pagination: { page: 2, perPage: 25 },
      signal,
    });
    expect(call).toHaveBeenCalledWith('listAccounts', { query: { page: 2, size: 25 } }, { signal });
    expect(list).toEqual({ data: [account], total: 26 });
  });

  it('with an empty query is not a search', async () => {
    const { call, provider } = createStubProvider({ items: [], pages: 0 });
    await provider.getList('accounts/list', { filter: { query: '' } });
    const input = { query: { page: 1, size: 25 } };
    expect(call).toHaveBeenCalledWith('listAccounts', input, { signal: undefined });
    expect([accountPageSize({}), accountPageSize({ query: 'p' })]).toEqual([25, 50]);
  });
});

describe('a search', () => {
  it('sends the text alone, and passes the signal on', async () => {
    const { call, provider } = createStubProvider([makeAccount()]);
    const { signal } = new AbortController();
    const list = await provider.getList('accounts/list', {
      pagination: { page: 1, perPage: 50 },
      filter: { query: 'pat' },
      signal,
    });
    expect(call).toHaveBeenCalledWith('searchAccounts', { query: { query: 'pat' } }, { signal });
    expect(list).toEqual({ data: [account], total: 1 });
  });

  it('is split into pages of 50 if a server finds more', async () => {
    const { provider } = createStubProvider(makeAccounts(120));
    const page = async (number: number) => {
      const { data, total } = await provider.getList('accounts/list', {
        pagination: { page: number, perPage: 50 },
        filter: { query: 'person' },
      });
      return [data.length, data[0]?.fullname, total];
    };
    expect(await page(1)).toEqual([50, 'Person 0', 120]);
    expect(await page(3)).toEqual([20, 'Person 100', 120]);
  });
});

describe('one account', () => {
  it('is read by its id where the server offers it, and passes the signal on', async () => {
    const { call, provider } = createStubProvider(makeAccount(), 'getOne');
    const { signal } = new AbortController();
    expect(await provider.getOne('accounts/list', { id: 'a1', signal })).toEqual({ data: account });
    expect(await provider.readAccount(account)).toEqual(account);
    const input = { params: { id: 'a1' } };
    expect(call.mock.calls).toEqual([
      ['getAccount', input, { signal }],
      ['getAccount', input, { signal: undefined }],
    ]);
  });

  it('is taken from the first page of the list of a third-party backend', async () => {
    const { call, provider } = createStubProvider({ items: [makeAccount()], pages: 1 });
    expect(await provider.getOne('accounts/list', { id: 'a1' })).toEqual({ data: account });
    const input = { query: { page: 1, size: 25 } };
    expect(call).toHaveBeenCalledWith('listAccounts', input, { signal: undefined });
    await expect(provider.getOne('accounts/list', { id: 'a2' })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('whose e-mail is known is searched for by it', async () => {
    const { call, provider } = createStubProvider([makeAccount()]);
    expect(await provider.readAccount(account)).toEqual(account);
    const input = { query: { query: account.username } };
    expect(call).toHaveBeenCalledWith('searchAccounts', input, { signal: undefined });
    expect(await provider.readAccount({ ...account, id: 'gone' })).toBeNull();
  });

  it('is read by its id also for getMany', async () => {
    const { provider } = createStubProvider(makeAccount(), 'getOne');
    expect(await provider.getMany('accounts/list', { ids: ['a1'] })).toEqual({ data: [account] });
  });
});

describe('an update', () => {
  it.each([
    [
      'a manager',
      makeAccount(),
      [{ id: 's2', name: 'Elm Middle' }],
      [{ id: 's2', name: 'Elm Middle' }],
    ],
    [
      'a referral',
      makeAccount({ role: 'REFERRAL', schools: [{ id: 's1', site: 'Northside High' }] }),
      [{ id: 's2', name: 'Elm Middle' }],
      [{ id: 's2', site: 'Elm Middle' }],
    ],
    [
      'a super user',
      makeAccount({ role: 'SUPERUSER', schools: [{ id: 'all', site: 'all' }] }),
      undefined,
      [{ id: 'all', site: 'all' }],
    ],
    [
      'a site user, unchanged,',
      makeAccount({ role: 'SITE_USER' }),
      undefined,
      [{ id: 's1', name: 'Northside High' }],
    ],
  ])('of %s sends all four fields, schools in the format of the role', async (...row) => {
    const [, before, sites, schools] = row;
    const { call, provider } = createStubProvider({ detail: 'ok' });
    const { data } = await provider.update('accounts/list', {
      id: 'a1',
      data: { fullname: 'Pat Roe', created_referrals_only: true, sites },
      previousData: toAccountRecord(before),
    });
    const { username } = before;
    const body = { fullname: 'Pat Roe', username, schools, created_referrals_only: true };
    expect(call).toHaveBeenCalledWith(
      'updateAccount',
      { params: { id: 'a1' }, body },
      { version: undefined },
    );
    expect(data).toMatchObject({ id: 'a1', fullname: 'Pat Roe', created_referrals_only: true });
  });
});

it('deactivates and reactivates an account by id', async () => {
  const { call, provider } = createStubProvider({ detail: 'ok' });
  await provider.deactivate(account);
  expect(call).toHaveBeenLastCalledWith('deactivateAccount', { params: { id: 'a1' } });
  await provider.reactivate(account);
  expect(call).toHaveBeenLastCalledWith('reactivateAccount', { params: { id: 'a1' } });
});

describe('a record', () => {
  const schoolsOf = (schools: unknown) =>
    toAccountRecord({ ...makeAccount(), schools } as never).schools;
  const north = { id: 's1', name: 'Northside High' };

  it.each([
    ['of a manager', [{ _id: 's1', name: 'Northside High' }]],
    ['of a referral', [{ id: 's1', site: 'Northside High' }]],
    ['as sent at registration', [{ id: 's1', name: 'Northside High' }]],
    ['that is not in a list', { id: 's1', site: 'Northside High' }],
  ])('has its schools in one format: %s', (_what, schools) => {
    expect(schoolsOf(schools)).toEqual([north]);
  });

  it('takes a plain text for the name of a site, and a number for an id', () => {
    expect(schoolsOf(['Northside High'])).toEqual([
      { id: 'Northside High', name: 'Northside High' },
    ]);
    expect(schoolsOf([{ id: 7, name: 'Seven' }])).toEqual([{ id: '7', name: 'Seven' }]);
  });

  it.each([[null], [undefined], [[]], [[null, 5, {}]]])('has no schools in %j', (schools) => {
    expect(schoolsOf(schools)).toEqual([]);
  });

  it('has empty texts where a server has none', () => {
    const bare = { ...makeAccount(), fullname: null, username: undefined } as never;
    expect(toAccountRecord(bare)).toMatchObject({ fullname: '', username: '' });
  });
});
