/** The embedded database has no autovacuum: the server vacuums and analyses one table at a time, each once a day. */
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { vacuumNextTable } from '../../server/db/embedded/vacuum';
import { startTestServer } from '../support/testServer';

const countSchema = z.object({ rows: z.tuple([z.object({ count: z.number() })]) });

it('vacuumNextTable vacuums each table once, and then none until the next day', async () => {
  const server = await startTestServer();
  onTestFinished(server.close);
  const count = async (where: ReturnType<typeof sql>) =>
    countSchema.parse(
      await server.db.execute(
        sql`select count(*)::int as count from pg_stat_user_tables where ${where}`,
      ),
    ).rows[0].count;
  const tables = await count(sql`true`);
  expect(tables).toBeGreaterThan(15);
  for (let turn = 0; turn < tables; turn += 1) await vacuumNextTable(server.db);
  expect(await count(sql`last_vacuum is not null and last_analyze is not null`)).toBe(tables);

  const vacuumed = await count(sql`vacuum_count > 1`);
  await vacuumNextTable(server.db);
  expect(await count(sql`vacuum_count > 1`)).toBe(vacuumed);
});
