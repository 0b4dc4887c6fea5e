/** What a page's browser holds of its origin now. It runs in the page, so all it needs is in it. */
export async function whatIsKept(): Promise<{ where: string; text: string }[]> {
  const kept = (where: string, storage: Storage) =>
    Object.entries(storage)
      // The two keys the specification puts there.
      .filter(([key]) => where !== 'localStorage' || !['token', 'refresh_token'].includes(key))
      .map(([key, value]) => ({ where: `${where} ${key}`, text: `${key} ${String(value)}` }));
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('A database could not be read')));
    });
  const inDatabase = async ({ name = '' }: IDBDatabaseInfo) => {
    const database = await done(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    const contents = stores.map((store) => {
      const source = database.transaction(store).objectStore(store);
      return Promise.all([done(source.getAllKeys()), done(source.getAll())]);
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
    ...kept('localStorage', localStorage),
    ...kept('sessionStorage', sessionStorage),
    { where: 'cookies', text: document.cookie },
    { where: 'history', text: JSON.stringify(history.state ?? '') },
    ...(await Promise.all((await indexedDB.databases()).map(inDatabase))),
    ...(await Promise.all((await globalThis.caches?.keys())?.map(inCache) ?? [])),
  ];
}
