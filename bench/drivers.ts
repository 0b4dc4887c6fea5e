/** The databases' drivers as they are, opened as the server opens them: what no server can be faster than. */
import { join } from 'node:path';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import { openDurable } from '../server/db/durableFolder';
import { lockFolder } from '../server/db/folderLock';
import type { Database } from '../server/db/openDatabase';
import * as schema from '../server/db/schema';
import { atEnd } from './atEnd';
import type { Plan, Statement } from './statements';

export interface Driver {
  run(plan: Plan): Promise<void>;
  /** For what is not measured. */
  readonly db: Database;
  close(): Promise<void>;
}

/** As many connections as the server has. */
const CONNECTIONS = 10;

export function openPgDriver(url: string): Driver {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  // What is wrong with a connection shows in its statements; one at rest may be ended with its database.
  pool.on('error', () => undefined);
  const close = atEnd(() => pool.end());
  return {
    close,
    db: drizzlePg(pool, { schema }),
    async run(plan) {
      for (const { isTransaction, statements } of plan) {
        const send = ({ text, values }: Statement) => pool.query(text, [...values]);
        if (isTransaction) await inTransaction(pool, statements);
        else for (const statement of statements) await send(statement);
      }
    },
  };
}

async function inTransaction(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const { text, values } of statements) await client.query(text, [...values]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** @param dataDir of a server that is stopped */
export async function openPgliteDriver(dataDir: string): Promise<Driver> {
  const unlock = lockFolder(dataDir);
  const client = await openDurable(join(dataDir, 'postgres'));
  const close = atEnd(async () => {
    await client.close();
    unlock();
  });
  return {
    close,
    db: drizzlePglite(client, { schema }),
    async run(plan) {
      for (const { isTransaction, statements } of plan) {
        if (isTransaction) {
          await client.transaction(async (tx) => {
            for (const { text, values } of statements) await tx.query(text, [...values]);
          });
        } else {
          for (const { text, values } of statements) await client.query(text, [...values]);
        }
      }
    },
  };
}
