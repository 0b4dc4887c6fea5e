/** Requests to a server in its own process, and reads of its database. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../server/db/openDatabase';
import { referral } from '../../server/db/schema';
import { readSettings } from '../../server/settings/settings';
import { makeDataDir, type ServerProcess, startServerProcess } from './serverProcess';
import { copyEmbeddedTemplate } from './templates';
import { SUPERUSER } from './superuser';
import { referralBody } from './fixtures';

export const sitesSchema = z.array(z.object({ _id: z.string(), name: z.string() }));

export function requireBuild(): void {
  beforeAll(() => {
    if (!existsSync('dist/server/main.js')) throw new Error('Build first: npm run build');
  });
}

/** Creates a data folder that is removed when the test finishes. */
export function makeTemporaryDataDir(): string {
  const { dataDir, remove } = makeDataDir();
  onTestFinished(remove);
  return dataDir;
}

/** Starts a server that is killed after the test. A missing embedded database is copied from the template. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
  program?: readonly string[],
) {
  if (!settings.DATABASE_URL) await copyEmbeddedTemplate(dataDir);
  return startWithoutTemplate(dataDir, settings, program);
}

/** Starts a server without the template: a real first start. */
export async function startWithoutTemplate(
  dataDir: string,
  settings: Record<string, string> = {},
  program?: readonly string[],
) {
  const server = await startServerProcess(dataDir, settings, program);
  onTestFinished(() => server.kill());
  return server;
}

/** Returns the environment that preloads a file of tests/preload into the server process and into its worker threads. */
export const preload = (name: string) => ({
  NODE_OPTIONS: `--import ${resolve('scripts/loadTypeScript.mjs')} --import ${resolve('tests/preload', name)}`,
});

export async function post(
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

export async function getJson<Schema extends z.ZodType>(
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
  const answer = await post(server, '/auth/login', { username: SUPERUSER.email, password });
  return z.object({ access_token: z.string() }).parse(answer.body).access_token;
}

/** Returns the ID of the site 'Location Not Listed', which every server has. */
export async function findUnlistedSiteId(server: Pick<ServerProcess, 'url'>): Promise<string> {
  const sites = await getJson(server, '/sites/all', sitesSchema);
  return sites.find(({ name }) => name === 'Location Not Listed')?._id ?? '';
}

/** Files a guest referral with this last name. Returns the response. */
export const addGuestReferral = async (server: ServerProcess, last_name: string) =>
  post(
    server,
    '/referral/guest/add',
    referralBody(await findUnlistedSiteId(server), { last_name }),
  );

/** Returns the last names of all stored referrals, sorted. No server may have the embedded database open. */
export async function findStoredLastNames(environment: Record<string, string>): Promise<string[]> {
  const database = await openDatabase(readSettings(environment));
  try {
    const rows = await database.db.select({ name: referral.last_name }).from(referral);
    return rows.map(({ name }) => name).toSorted();
  } finally {
    await database.close();
  }
}
