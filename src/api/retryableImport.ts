/**
 * Returns a function that downloads a module once; after a failure, again with the next call. Browsers remember a failed
 * download of a module until the page is reloaded, which would discard what was typed: a retry needs another address.
 * @param first the module's `import()`
 * @param url the address of the module's file (scripts/build/chunkUrl.ts)
 */
export function retryableImport<Module>(
  first: () => Promise<Module>,
  url: string,
): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  let failures = 0;
  return () =>
    (loading ??= (
      failures === 0
        ? first()
        : (import(/* @vite-ignore */ `${url}?retry=${failures}`) as Promise<Module>)
    ).catch((error: unknown) => {
      loading = undefined;
      failures += 1;
      throw error;
    }));
}
