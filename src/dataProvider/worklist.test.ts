import { afterEach, describe, expect, it } from 'vitest';
import { dayIn } from '../../contract/calendar';
import { createStubProvider } from '../../tests/support/stubProvider';
import { makeReferral } from '../../tests/support/staffApp';
import { periodRange, toWorklistQuery, worklistPageSize } from './worklist';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('a period', () => {
  // A Wednesday, late in the evening; in UTC it is Thursday.
  const NOW = new Date('2026-11-26T07:30:00Z');

  it.each([
    ['today', '2026-11-25T08:00:00.000Z'],
    ['yesterday', '2026-11-24T08:00:00.000Z'],
    ['week', '2026-11-23T08:00:00.000Z'],
  ])('%s begins at local midnight, without an end', (period, from) => {
    process.env.TZ = 'America/Los_Angeles';
    expect(periodRange({ period }, dayIn('', NOW))).toEqual({ from });
  });

  it('of a week begins on Monday, also on a Sunday and on a Monday', () => {
    process.env.TZ = 'UTC';
    const monday = { from: '2026-11-23T00:00:00.000Z' };
    expect(periodRange({ period: 'week' }, '2026-11-29')).toEqual(monday);
    expect(periodRange({ period: 'week' }, '2026-11-23')).toEqual(monday);
  });

  it('begins at midnight also after a change of the clock', () => {
    process.env.TZ = 'America/Los_Angeles';
    // The clock goes back on Sunday, November 1.
    const monday = '2026-11-02';
    expect(periodRange({ period: 'yesterday' }, monday)).toEqual({
      from: '2026-11-01T07:00:00.000Z',
    });
    // And forward on Sunday, March 8.
    const tuesday = '2026-03-10';
    expect(periodRange({ period: 'range', from: '2026-03-08', to: '2026-03-08' }, tuesday)).toEqual(
      { from: '2026-03-08T08:00:00.000Z', to: '2026-03-09T07:00:00.000Z' },
    );
  });

  it('of two days includes the last one, and may lack a start or an end', () => {
    process.env.TZ = 'Pacific/Auckland';
    expect(periodRange({ period: 'range', from: '2026-11-20', to: '2026-11-21' })).toEqual({
      from: '2026-11-19T11:00:00.000Z',
      to: '2026-11-21T11:00:00.000Z',
    });
    expect(periodRange({ period: 'range', from: '2026-11-20' })).toEqual({
      from: '2026-11-19T11:00:00.000Z',
    });
    expect(periodRange({ period: 'range', to: '2026-11-21' })).toEqual({
      to: '2026-11-21T11:00:00.000Z',
    });
  });

  it.each([undefined, '', 'a newer one'])('is empty for %j', (period) => {
    expect(periodRange({ period, from: '2026-11-20' })).toEqual({});
  });
});

describe('the query', () => {
  it('has the trimmed values that are not blank', () => {
    const filter = { q: ' Robin ', name: '', referral_status: 'Pending', owner: 'me', site: 's1' };
    expect(toWorklistQuery(filter, { field: 'waiting', order: 'DESC' })).toEqual({
      q: 'Robin',
      referral_status: 'Pending',
      owner: 'me',
      site: 's1',
      sort: 'waiting',
      order: 'desc',
    });
  });

  it.each([undefined, { field: 'id', order: 'DESC' as const }])(
    'orders the newest first instead of by %j',
    (sort) => expect(toWorklistQuery({}, sort)).toEqual({ sort: 'entry_date', order: 'desc' }),
  );
});

it.each([
  [{}, 25],
  [{ referral_status: 'Pending' }, 25],
  [{ owner: 'me', referral_status: 'Pending' }, 25],
  [{ owner: 'nobody' }, 25],
  [{ owner: 'left' }, 50],
  [{ owner: 'u1' }, 50],
  [{ name: ' ' }, 25],
  [{ name: 'R', referral_status: 'Pending' }, 50],
  [{ q: '555' }, 50],
  [{ period: 'today' }, 50],
])('filtered by %j, a page has %i records', (filter, size) => {
  expect(worklistPageSize(filter)).toBe(size);
});

describe('the referral list where the server offers the worklist', () => {
  const counts = { all: 3, statuses: { Pending: 2, Paused: 1 }, mine: 1, nobody: 0 };
  const next = 'place of r1';
  const answer = { items: [makeReferral()], total: 30, pages: 2, counts };

  it('has the rows and counts of the worklist', async () => {
    const { call, provider } = createStubProvider({ ...answer, next }, 'worklist');
    const { signal } = new AbortController();
    const list = await provider.getList('admin', {
      pagination: { page: 2, perPage: 25 },
      sort: { field: 'name', order: 'ASC' },
      filter: { referral_status: 'Pending' },
      meta: { after: 'place of r25' },
      signal,
    });
    const body = {
      referral_status: 'Pending',
      sort: 'name',
      order: 'asc',
      page: 2,
      size: 25,
      after: 'place of r25',
    };
    expect(call.mock.calls).toEqual([['listWorklist', { body }, { signal }]]);
    expect(list).toMatchObject({ total: 30, meta: { counts, next } });
    expect(list.data).toMatchObject([{ id: 'r1' }]);
  });

  it.each([[null], [undefined]])('has no counts when the server sends %j', async (none) => {
    const { provider } = createStubProvider({ ...answer, counts: none }, 'worklist');
    expect((await provider.getList('admin', {})).meta).toEqual({ counts: null });
  });
});

it('does not request the worklist from a server without it, whatever the order', async () => {
  const { call, provider } = createStubProvider({ items: [], pages: 0 }, 'getOne');
  const list = await provider.getList('admin', {
    sort: { field: 'name', order: 'ASC' },
    meta: { after: 'place of r25' },
  });
  const input = { query: { page: 1, size: 25 } };
  expect(call.mock.calls).toEqual([['listReferrals', input, { signal: undefined }]]);
  expect(list).toEqual({ data: [], total: 0 });
});

it('lists the owners', async () => {
  const owners = [{ _id: 'u1', fullname: 'Sam Rivera' }];
  const { call, provider } = createStubProvider(owners, 'owners');
  expect(await provider.listOwners()).toEqual({ data: owners });
  expect(call).toHaveBeenCalledWith('listOwners', {}, { signal: undefined });
});
