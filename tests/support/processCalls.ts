/** Calls to a server in a process of its own, and what is stored behind it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../server/db/openDatabase';
import { referral } from '../../server/db/schema';
import { readSettings } from '../../server/settings';
import { makeDataDir, type ServerProcess, startServerProcess } from './serverProcess';
import { copyEmbeddedTemplate } from './templates';
import { referralBody, SUPERUSER } from './world';

export const sitesSchema = z.array(z.object({ _id: z.string(), name: z.string() }));

export function needsBuild(): void {
  beforeAll(() => {
    if (!existsSync('dist/server/main.js')) throw new Error('Build first: npm run build');
  });
}

/** A data folder that is removed with the test. */
export function folder(): string {
  const { dataDir, remove } = makeDataDir();
  onTestFinished(remove);
  return dataDir;
}

/** A server that ends with the test at the latest; an embedded database that is not there yet is copied from the template. */
export async function start(dataDir: string, settings: Record<string, string> = {}) {
  if (!settings.DATABASE_URL) await copyEmbeddedTemplate(dataDir);
  return startFirst(dataDir, settings);
}

/** The same where nothing is prepared: a real first start. */
export async function startFirst(dataDir: string, settings: Record<string, string> = {}) {
  const server = await startServerProcess(dataDir, settings);
  onTestFinished(() => server.kill());
  return server;
}

/** The setting that loads a file of tests/preload into the server's process. */
export const preload = (name: string) => ({
  NODE_OPTIONS: `--import tsx --import ${resolve('tests/preload', name)}`,
});

export async function send(
  server: Pick<ServerProcess, 'url'>,
  path: string,
  body: object,
  bearer?: string,
) {
  const isLogin = path === '/auth/login';
  const answer = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': isLogin ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    body: isLogin ? new URLSearchParams(Object.entries(body)) : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

export async function read<Schema extends z.ZodType>(
  server: Pick<ServerProcess, 'url'>,
  path: string,
  schema: Schema,
  bearer = '',
): Promise<z.output<Schema>> {
  const headers = { authorization: `Bearer ${bearer}` };
  return schema.parse(await (await fetch(`${server.url}/api${path}`, { headers })).json());
}

export async function signIn(
  server: Pick<ServerProcess, 'url'>,
  password = SUPERUSER.password,
): Promise<string> {
  const answer = await send(server, '/auth/login', { username: SUPERUSER.email, password });
  return z.object({ access_token: z.string() }).parse(answer.body).access_token;
}

/** The site for referrals that name no other: every server has it. */
export async function unlistedSite(server: Pick<ServerProcess, 'url'>): Promise<string> {
  const sites = await read(server, '/sites/all', sitesSchema);
  return sites.find(({ name }) => name === 'Location Not Listed')?._id ?? '';
}

/** A guest's referral of somebody with this last name, answered. */
export const addGuest = async (server: ServerProcess, last_name: string) =>
  send(server, '/referral/guest/add', referralBody(await unlistedSite(server), { last_name }));

/** The last names of all referrals stored, sorted; no server may have the embedded database open. */
export async function storedNames(environment: Record<string, string>): Promise<string[]> {
  const database = await openDatabase(readSettings(environment));
  try {
    const rows = await database.db.select({ name: referral.last_name }).from(referral);
    return rows.map(({ name }) => name).toSorted();
  } finally {
    await database.close();
  }
}
