/** Broken connections to PostgreSQL are replaced, for example after it moves to another machine or a firewall drops them. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/db/openDatabase';
import { readSettings } from '../../server/settings/settings';
import { sqlState } from '../../server/db/sqlState';
import { createDatabase } from '../support/engines';
import { failStatement } from '../support/failingStatements';

/** More connections than the pool holds. */
const MORE_THAN_POOL = 12;

/** Starts a proxy that cuts each connection on which a statement ends with `wanted.words`, while those are set. */
async function cutAt(databaseUrl: string) {
  const wanted: { words?: string } = {};
  const { hostname, port } = new URL(databaseUrl);
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', cut).on('close', cut);
    near.on('data', (bytes) => {
      if (wanted.words !== undefined && bytes.includes(`${wanted.words}\0`)) cut();
      else far.write(bytes);
    });
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return { url: url.href, wanted };
}

it.each(['begin', 'select 41', 'commit'])(
  'a connection that breaks at %s is removed from the pool',
  async (words) => {
    const { url, wanted } = await cutAt(await createDatabase());
    const { db, ping, close } = await openDatabase(readSettings({ DATABASE_URL: url }));
    onTestFinished(close);

    wanted.words = words;
    const work = () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 41`);
        // Keeps the transaction open for a moment.
        await new Promise((done) => setTimeout(done, 5));
      });
    for (let broken = 0; broken < MORE_THAN_POOL; broken += 1)
      await expect(work()).rejects.toThrow('Failed query');

    delete wanted.words;
    await ping();
    await work();
    await Promise.all(Array.from({ length: MORE_THAN_POOL }, work));
  },
);

it('a connection whose begin fails is removed from the pool', async () => {
  const { db, close } = await openDatabase(readSettings({ DATABASE_URL: await createDatabase() }));
  onTestFinished(close);
  const work = () => db.transaction((tx) => tx.execute(sql`select 41`));
  for (let refused = 0; refused < MORE_THAN_POOL; refused += 1) {
    const { result } = await failStatement(1, () => work().catch((error: unknown) => error));
    expect(sqlState(result)).toBe('57014');
  }
  await Promise.all(Array.from({ length: MORE_THAN_POOL }, work));
});
