import { expect, it, vi } from 'vitest';
import { retryableImport } from './retryableImport';

/** The address of a module. The query is a comment in its code. */
const URL_OF_MODULE = 'data:text/javascript,export const name = "loaded again";//';

it('downloads a module once', async () => {
  const first = vi.fn<() => Promise<{ name: string }>>(async () => ({ name: 'loaded' }));
  const load = retryableImport(first, URL_OF_MODULE);
  expect(await Promise.all([load(), load()])).toEqual([{ name: 'loaded' }, { name: 'loaded' }]);
  expect(first).toHaveBeenCalledOnce();
});

it('throws after a failure, and downloads from another address with the next call', async () => {
  const first = vi.fn<() => Promise<{ name: string }>>().mockRejectedValue(new Error('no network'));
  const load = retryableImport(first, URL_OF_MODULE);
  await expect(Promise.all([load(), load()])).rejects.toThrow('no network');
  expect((await load()).name).toBe('loaded again');
  expect((await load()).name).toBe('loaded again');
  expect(first).toHaveBeenCalledOnce();
});
