/** Returns what the browser stores for the page's origin, except the tokens. Runs in the page, so it must be self-contained. */
export async function readBrowserStorage(): Promise<{ where: string; text: string }[]> {
  const inStorage = (where: string, storage: Storage) =>
    Object.entries(storage)
      // The specification stores the tokens under these two keys.
      .filter(([key]) => where !== 'localStorage' || !['token', 'refresh_token'].includes(key))
      .map(([key, value]) => ({ where: `${where} ${key}`, text: `${key} ${String(value)}` }));
  const resultOf = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('A database could not be read')));
    });
  const inDatabase = async ({ name = '' }: IDBDatabaseInfo) => {
    const database = await resultOf(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    const contents = stores.map((store) => {
      const source = database.transaction(store).objectStore(store);
      return Promise.all([resultOf(source.getAllKeys()), resultOf(source.getAll())]);
    });
    const text = JSON.stringify([name, stores, await Promise.all(contents)]);
    database.close();
    return { where: 'a database', text };
  };
  const inCache = async (name: string) => {
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const texts = await Promise.all(
      requests.map(async (request) => (await cache.match(request))?.text()),
    );
    return {
      where: 'a cache',
      text: JSON.stringify([name, requests.map(({ url }) => url), texts]),
    };
  };
  return [
    ...inStorage('localStorage', localStorage),
    ...inStorage('sessionStorage', sessionStorage),
    { where: 'cookies', text: document.cookie },
    { where: 'history', text: JSON.stringify(history.state ?? '') },
    ...(await Promise.all((await indexedDB.databases()).map(inDatabase))),
    ...(await Promise.all((await globalThis.caches?.keys())?.map(inCache) ?? [])),
  ];
}
