import type { DataProvider, RaRecord } from 'react-admin';
import { BULK_LIMITS } from '../../../contract/staffConstants';
import type { PageMeta } from './usePagedListController';

type ListQuery = Required<Pick<Parameters<DataProvider['getList']>[1], 'filter' | 'sort'>>;

interface Options {
  /** Records at most. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Called after each page with the number of records read. */
  readonly onProgress?: (count: number) => void;
}

/**
 * Reads the records of a list page by page, up to a maximum, in its order.
 * @throws the error of the first page that could not be read
 */
export async function readMatching(
  provider: Pick<DataProvider, 'getList'>,
  resource: string,
  query: ListQuery,
  { limit, signal, onProgress }: Options,
): Promise<RaRecord[]> {
  const found = new Map<RaRecord['id'], RaRecord>();
  for (let page = 1, next: string | undefined; found.size < limit; page += 1) {
    const pagination = { page, perPage: BULK_LIMITS.perCall };
    // Where the data provider has keyset pagination, records that arrive or move between two pages shift neither.
    const meta = next === undefined ? undefined : { after: next };
    const { data, meta: answered } = await provider.getList(resource, {
      ...query,
      pagination,
      meta,
      signal,
    });
    signal.throwIfAborted();
    const before = found.size;
    for (const record of data) found.set(record.id, record);
    onProgress?.(Math.min(found.size, limit));
    ({ next } = (answered ?? {}) as Partial<PageMeta>);
    // The last page has no cursor. Also ends with a server that answers every page with the first.
    if (found.size === before || (meta && next === undefined)) break;
  }
  return [...found.values()].slice(0, limit);
}
