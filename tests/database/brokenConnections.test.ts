/** Connections to PostgreSQL that break, as when it moves to another machine or a firewall forgets them: each is replaced. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/db/openDatabase';
import { readSettings } from '../../server/settings';
import { sqlState } from '../../server/db/sqlState';
import { createDatabase } from '../support/engines';
import { failingAt } from '../support/failingStatements';

/** More than the process keeps. */
const MORE_THAN_ALL = 12;

/** Stands between, and cuts each connection on which a statement with these words is sent, while there are any. */
async function cutAt(databaseUrl: string) {
  const wanted: { words?: string } = {};
  const { hostname, port } = new URL(databaseUrl);
  const between = createServer((near) => {
    const far = connect(Number(port), hostname);
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', cut).on('close', cut);
    near.on('data', (bytes) => {
      if (wanted.words !== undefined && bytes.includes(wanted.words)) cut();
      else far.write(bytes);
    });
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  onTestFinished(() => void between.close());
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((between.address() as AddressInfo).port);
  return { url: url.href, wanted };
}

it.each(['begin', 'select 41', 'commit'])(
  'those that break at %s leave room for others',
  async (words) => {
    const { url, wanted } = await cutAt(await createDatabase());
    const { db, ping, close } = await openDatabase(readSettings({ DATABASE_URL: url }));
    onTestFinished(close);

    wanted.words = words;
    const work = () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 41`);
        // Whatever else takes its time meanwhile.
        await new Promise((done) => setTimeout(done, 5));
      });
    for (let broken = 0; broken < MORE_THAN_ALL; broken += 1)
      await expect(work()).rejects.toThrow('Failed query');

    delete wanted.words;
    await ping();
    await work();
    await Promise.all(Array.from({ length: MORE_THAN_ALL }, work));
  },
);

it('those that refuse to begin a transaction leave room for others', async () => {
  const { db, close } = await openDatabase(readSettings({ DATABASE_URL: await createDatabase() }));
  onTestFinished(close);
  const work = () => db.transaction((tx) => tx.execute(sql`select 41`));
  for (let refused = 0; refused < MORE_THAN_ALL; refused += 1) {
    const { result } = await failingAt(1, () => work().catch((error: unknown) => error));
    expect(sqlState(result)).toBe('57014');
  }
  await Promise.all(Array.from({ length: MORE_THAN_ALL }, work));
});
