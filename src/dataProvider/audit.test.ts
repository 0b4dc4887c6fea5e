import { expect, it, vi } from 'vitest';
import { stubFeatures } from '../../tests/support/stubProvider';
import type { Api } from '../api/client';
import { createDataProvider } from './dataProvider';

const entry = { id: 7, action: 'login' };

/** The data provider on a server that sends the audit trail with this Content-Range. */
function providerAnswering(range: string | undefined) {
  const callForAnswer = vi.fn<(...input: unknown[]) => Promise<unknown>>().mockResolvedValue({
    body: [entry],
    header: (name: string) => (name === 'content-range' ? range : undefined),
  });
  return {
    callForAnswer,
    provider: createDataProvider({ callForAnswer } as unknown as Api, stubFeatures()),
  };
}

it('requests the audit trail in the format of ra-data-simple-rest, and reads the total from Content-Range', async () => {
  const { callForAnswer, provider } = providerAnswering('audit 25-49/110');
  const { signal } = new AbortController();
  const list = await provider.getList('audit', {
    pagination: { page: 2, perPage: 25 },
    sort: { field: 'id', order: 'DESC' },
    filter: { person: 'R-ABCD-1234', from: '2026-11-20T08:00:00.000Z' },
    signal,
  });
  const query = {
    filter: '{"person":"R-ABCD-1234","from":"2026-11-20T08:00:00.000Z"}',
    range: '[25,49]',
    sort: '["id","DESC"]',
  };
  expect(callForAnswer).toHaveBeenCalledWith('listAudit', { query }, { signal });
  expect(list).toEqual({ data: [entry], total: 110 });
});

it('an empty audit trail has a total of 0', async () => {
  const { provider } = providerAnswering('audit */0');
  expect(await provider.getList('audit', { filter: {} })).toMatchObject({ total: 0 });
});

it('a response without a total is an error', async () => {
  const { provider } = providerAnswering(undefined);
  await expect(provider.getList('audit', { filter: {} })).rejects.toThrow('Content-Range');
});
