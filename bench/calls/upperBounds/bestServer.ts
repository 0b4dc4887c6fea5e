/**
 * Answers each case from a bare Fastify server with one prepared statement, whose result it sends as it is: an upper bound for
 * any server that reads or writes the same rows of the same database.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import type { ReferralSubmission } from '../../../contract/entities/referral';
import { openPGlite } from '../../../server/db/embedded/fsyncNodeFs';
import { createPasswords } from '../../../server/features/auth';
import { newTrackingId, toNewReferral } from '../../../server/features/referrals';
import { bestTasksSchema, INSERT, type BestTask } from './bestTasks';

/** A prepared statement. @returns the JSON text that its one row has as `body` */
type Run = (values?: readonly (string | null)[]) => Promise<string>;

interface Connection {
  prepare(name: string, text: string): Promise<Run>;
  close(): Promise<void>;
}

/** As many connections as our server has. */
const MAX_CONNECTIONS = 10;
const rowsSchema = z.tuple([z.object({ body: z.string() })]);

function connectToServer(connectionString: string): Connection {
  const pool = new pg.Pool({ connectionString, max: MAX_CONNECTIONS });
  return {
    // Each connection prepares the statement when it first runs it.
    prepare:
      async (name, text) =>
      async (values = []) => {
        const { rows } = await pool.query({ name, text, values: [...values] });
        return rowsSchema.parse(rows)[0].body;
      },
    close: () => pool.end(),
  };
}

/** `execute` as plain text takes half the time of the driver's own query, which PGlite parses and plans again each time. */
async function openEmbedded(folder: string): Promise<Connection> {
  const client = await openPGlite(folder);
  const quote = (value: string | null) => (value === null ? 'null' : pg.escapeLiteral(value));
  return {
    async prepare(name, text) {
      await client.exec(`prepare ${name} as ${text}`);
      return async (values = []) => {
        const list = values.length > 0 ? `(${values.map(quote).join()})` : '';
        const [result] = await client.exec(`execute ${name}${list}`);
        return rowsSchema.parse(result?.rows)[0].body;
      };
    },
    close: () => client.close(),
  };
}

async function createHandler(
  connection: Connection,
  name: string,
  task: BestTask,
): Promise<(body: unknown) => Promise<string>> {
  if (task.kind === 'read') {
    const run = await connection.prepare(name, task.text);
    return () => run();
  }
  if (task.kind === 'login') {
    const { check } = createPasswords();
    return async () => JSON.stringify(await check(task.hash, task.password));
  }
  const insert = await connection.prepare(name, INSERT);
  return (body) => {
    const submission = body as ReferralSubmission;
    const row = toNewReferral(submission, submission.site.value, undefined);
    const { site_id, first_name, last_name, contact_number, contact_digits, sex, dob } = row;
    const substance = `{${row.substance.map((one) => JSON.stringify(one)).join()}}`;
    const person = [first_name, last_name, contact_number, contact_digits, sex, dob];
    const { notes = null, status } = row;
    const ids = [randomUUID(), newTrackingId(), site_id];
    return insert([...ids, substance, ...person, notes, status, task.createdBy]);
  };
}

const { DATABASE_URL, DATA_DIR = '', PORT } = process.env;
const connection = DATABASE_URL
  ? connectToServer(DATABASE_URL)
  : await openEmbedded(join(DATA_DIR, 'postgres'));
const app = Fastify();
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_request, body, done) => done(null, body),
);
const tasks = bestTasksSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
for (const [index, task] of tasks.entries()) {
  if (!task) continue;
  const handle = await createHandler(connection, `best_${index}`, task);
  app.route({
    method: ['GET', 'POST'],
    url: `/${index}`,
    handler: async ({ body }, reply) =>
      reply.type('application/json; charset=utf-8').send(await handle(body)),
  });
}
app.get('/api/health', () => '{}');
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.once('SIGTERM', () => void app.close().then(() => connection.close()));
