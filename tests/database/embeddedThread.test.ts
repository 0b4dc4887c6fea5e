/** The embedded database in its worker thread: its clients share one session. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { county } from '../../server/db/schema';
import { executePrepared, whenSent } from '../../server/db/statements/preparedStatement';
import { type OpenDatabase, openDatabase } from '../../server/db/openDatabase';
import { readSettings } from '../../server/settings/settings';
import { makeDataDir } from '../support/serverProcess';
import { copyEmbeddedTemplate } from '../support/templates';

let database: OpenDatabase;

beforeAll(async () => {
  const { dataDir, remove } = makeDataDir();
  await copyEmbeddedTemplate(dataDir);
  database = await openDatabase(readSettings({ DATA_DIR: dataDir }));
  return async () => {
    await database.close();
    remove();
  };
});

/** drizzle sends a statement when it is awaited. */
const runLongStatement = async ({ db }: OpenDatabase) =>
  db.execute(sql`select count(*) from generate_series(1, 3000000)`);
const countRows = () => database.db.$count(county);

it('the embedded database responds to health checks while a statement runs, and does not block the event loop', async () => {
  let isRunning = true;
  const long = runLongStatement(database).finally(() => (isRunning = false));
  await database.ping();
  await new Promise((done) => setTimeout(done, 5));
  await database.ping();
  expect(isRunning).toBe(true);
  await long;
  await database.ping();
});

it('statements of others wait for the end of a transaction', async () => {
  const order: string[] = [];
  let outside: Promise<unknown> = Promise.resolve();
  await database.db.transaction(async (tx) => {
    await tx.insert(county).values({ id: 'inside', name: 'Inside' });
    outside = countRows().then((count) => order.push(`outside sees ${count}`));
    await new Promise((done) => setTimeout(done, 50));
    order.push(`inside sees ${await tx.$count(county)}`);
  });
  await outside;
  expect(order).toEqual(['inside sees 1', 'outside sees 1']);
});

it('the embedded database rolls a failed transaction back, and continues', async () => {
  const before = await countRows();
  const failing = database.db.transaction(async (tx) => {
    await tx.insert(county).values({ id: 'failing', name: 'Failing' });
    await tx.insert(county).values({ id: 'failing', name: 'Failing' });
  });
  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } });
  expect(await countRows()).toBe(before);
});

it('a statement after the end of its transaction is refused', async () => {
  let late: (() => Promise<number>) | undefined;
  await database.db.transaction(async (tx) => {
    late = () => tx.$count(county);
    await tx.$count(county);
  });
  await expect(late?.()).rejects.toMatchObject({
    cause: { message: 'The session has been released' },
  });
});

it('a transaction without statements sends nothing', async () => {
  await database.db.transaction(async () => undefined);
  await expect(
    database.db.transaction(async () => {
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  expect(await countRows()).toBeGreaterThanOrEqual(0);
});

it('a prepared statement works again after one of its runs failed', async () => {
  const divide = (by: number) => executePrepared(database.db, sql`select 6 / ${by}::int as result`);
  for (const by of [1, 2, 3, 6]) expect(await divide(by)).toEqual([{ result: 6 / by }]);
  expect(await database.db.$count(sql`pg_prepared_statements`)).toBe(1);
  await expect(divide(0)).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(await divide(3)).toEqual([{ result: 2 }]);
});

it('a late parameter of a waiting statement is read when the statement is sent', async () => {
  let value = 'at the call';
  const long = runLongStatement(database);
  await new Promise((done) => setTimeout(done, 5));
  const read = whenSent(() => value);
  const waiting = executePrepared(database.db, sql`select ${sql.param(read)}::text as value`);
  value = 'at its turn';
  await long;
  expect(await waiting).toEqual([{ value: 'at its turn' }]);
});

it('closing the embedded database completes running statements, and refuses later ones', async () => {
  const { dataDir, remove } = makeDataDir();
  await copyEmbeddedTemplate(dataDir);
  const opened = await openDatabase(readSettings({ DATA_DIR: dataDir }));
  const before = runLongStatement(opened);
  await new Promise((done) => setTimeout(done, 5));
  const closed = opened.close();
  await expect(opened.db.$count(county)).rejects.toMatchObject({
    cause: { message: 'The embedded database is closed' },
  });
  expect(await before).toMatchObject({ rows: [{ count: '3000000' }] });
  await closed;
  remove();
});
