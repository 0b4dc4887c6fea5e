import { describe, expect, it } from 'vitest';
import { createStubProvider } from '../../tests/support/stubProvider';

it('lists the managers, each with its id', async () => {
  const { provider } = createStubProvider([{ _id: 'm1', fullname: 'Pat Doe' }]);
  expect(await provider.getList('managers', {})).toEqual({
    data: [{ _id: 'm1', id: 'm1', fullname: 'Pat Doe' }],
    total: 1,
  });
});

describe('sites', () => {
  const site = { _id: 's1', id: 's1', name: 'Northside High' };

  it('are listed, each with its id', async () => {
    const { provider } = createStubProvider([{ _id: 's1', name: 'Northside High' }]);
    expect(await provider.getList('sites', {})).toEqual({ data: [site], total: 1 });
  });

  it('are read by id, one or several, from the list', async () => {
    const { call, provider } = createStubProvider([
      { _id: 's1', name: 'Northside High' },
      { _id: 's2', name: 'Elm Middle' },
    ]);
    const { signal } = new AbortController();
    expect(await provider.getOne('sites', { id: 's1', signal })).toEqual({ data: site });
    expect(call).toHaveBeenCalledWith('listSites', {}, { signal });
    expect(await provider.getMany('sites', { ids: ['gone', 's1'] })).toEqual({ data: [site] });
    await expect(provider.getOne('sites', { id: 'gone' })).rejects.toMatchObject({ status: 404 });
    expect(await provider.readSite(site)).toEqual(site);
    expect(await provider.readSite({ ...site, id: 'gone' })).toBeNull();
  });

  it.each([{ _id: 's2', name: 'New' }, { detail: 'ok' }, undefined])(
    'are added, whatever the server answers (%o)',
    async (answer) => {
      const { call, provider } = createStubProvider(answer);
      const { data } = await provider.create('sites', { data: { name: 'New' } });
      expect(call).toHaveBeenCalledWith('addSite', { body: { name: 'New' } });
      expect(data.name).toBe('New');
    },
  );

  it('are renamed by id', async () => {
    const { call, provider } = createStubProvider({ detail: 'ok' });
    const params = { id: 's1', data: { name: 'Southside High' }, previousData: site };
    const { data } = await provider.update('sites', params);
    const body = { id: 's1', name: 'Southside High' };
    expect(call).toHaveBeenCalledWith('updateSite', { body }, { version: undefined });
    expect(data).toEqual({ ...site, name: 'Southside High' });
  });

  it('are deleted by id and name', async () => {
    const { call, provider } = createStubProvider({ detail: 'ok' });
    await provider.delete('sites', { id: 's1', previousData: site });
    const body = { id: 's1', name: 'Northside High' };
    expect(call).toHaveBeenCalledWith('deleteSite', { body }, { version: undefined });
  });
});
