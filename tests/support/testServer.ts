import type { FastifyInstance, InjectOptions } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { AnyCallName, CallInput, CallOutput } from '../../contract/calls';
import { type Endpoint, endpoints, extraEndpoints } from '../../contract/calls/endpoints';
import { buildServer } from '../../server/buildServer';
import type { Database } from '../../server/db/database';
import { openDatabase } from '../../server/db/openDatabase';
import { bootstrap } from '../../server/seed/bootstrap';
import { readSecret } from '../../server/db/dataFolder/secret';
import { readSettings } from '../../server/settings/settings';
import type { HashingCost } from '../../server/features/auth/passwords';
import { makeDataDir } from './serverProcess';
import { copyEmbeddedTemplate } from './templates';
import { SUPERUSER } from './superuser';

export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** The parsed JSON, or the text if it is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

/** Input of a call in a test, including input that the call's types forbid. */
export interface AnyInput {
  readonly params?: Record<string, string>;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The remote address: a new one for each request by default. */
  readonly from?: string;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly db: Database;
  /** Makes a call with any input. Returns the response. */
  call(name: AnyCallName, input: AnyInput, bearer?: string): Promise<Answer>;
  /** Makes a call that must succeed. Returns the response body. */
  callOk<N extends AnyCallName>(
    name: N,
    input: CallInput<N>,
    bearer?: string,
  ): Promise<CallOutput<N>>;
  raw(request: InjectOptions): Promise<Answer>;
  /** All log lines so far. */
  log(): string;
  close(): Promise<void>;
}

/** argon2 at a fraction of the usual cost. A hash contains its parameters, so verification is unchanged. */
export const CHEAP_HASHING: HashingCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

const table: Record<AnyCallName, Endpoint> = { ...endpoints, ...extraEndpoints };

/** Settings for the engine of the running Vitest project (vitest.config.ts), unless the test selects an engine. */
async function databaseOfProject(): Promise<Record<string, string>> {
  if (process.env.TEST_ENGINE !== 'PostgreSQL') return {};
  // Imported late: it imports from Vitest, which is unavailable when a server is started for a whole run.
  const { createMigratedDatabase } = await import('./engines');
  return { DATABASE_URL: await createMigratedDatabase() };
}

/**
 * Starts the real server, built as in production, with its own data folder, on the engine of the Vitest project. Only its
 * password hashing is cheaper by default.
 * @param environment settings on top of the tests' defaults, such as DATABASE_URL
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  {
    webFolder,
    hashing = CHEAP_HASHING,
    addRoutes,
    sharing,
  }: {
    webFolder?: string;
    hashing?: HashingCost;
    /** Works on the open database of this server, which is closed after it, also an embedded one: with other settings. */
    sharing?: TestServer;
    /** Adds routes that only the test has. */
    addRoutes?: (app: FastifyInstance) => void;
  } = {},
): Promise<TestServer> {
  const { dataDir, remove } = sharing
    ? { dataDir: sharing.app.settings.DATA_DIR, remove: () => undefined }
    : makeDataDir();
  const settings = readSettings({
    DATA_DIR: dataDir,
    SUPERUSER_EMAIL: SUPERUSER.email,
    SUPERUSER_PASSWORD: SUPERUSER.password,
    // Only tests of these limits reach them.
    ACCOUNT_LIMIT_FACTOR: '1000',
    ...(!sharing && (await databaseOfProject())),
    ...environment,
  });
  const lines: string[] = [];
  if (!settings.DATABASE_URL && !sharing) await copyEmbeddedTemplate(settings.DATA_DIR);
  const database = sharing
    ? { ...sharing.app.database, close: async () => undefined }
    : await openDatabase(settings);
  const app = await buildServer({
    settings,
    backend: { database, secret: readSecret(settings), hashing },
    ...(webFolder !== undefined && { webFolder }),
    logStream: { write: (line) => void lines.push(line) },
  });
  await bootstrap(database.db, settings, hashing);
  addRoutes?.(app);
  try {
    await app.ready();
  } catch (error) {
    await app.close();
    remove();
    throw error;
  }

  const raw = async (request: InjectOptions): Promise<Answer> => {
    const response = await app.inject({ remoteAddress: nextAddress(), ...request });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parse(response.body),
      text: response.body,
    };
  };

  const call: TestServer['call'] = (name, input, bearer) => {
    const { method, path, encoding } = table[name];
    const isForm = encoding === 'form';
    const hasBody = input.body !== undefined;
    return raw({
      method,
      url: `/api${path.replace('{id}', encodeURIComponent(input.params?.id ?? ''))}`,
      query: Object.fromEntries(
        Object.entries(input.query ?? {})
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => [key, String(value)]),
      ),
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(hasBody && {
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
        ...input.headers,
      },
      ...(input.from !== undefined && { remoteAddress: input.from }),
      ...(hasBody && { payload: isForm ? toForm(input.body) : JSON.stringify(input.body) }),
    });
  };

  return {
    app,
    db: database.db,
    raw,
    call,
    async callOk(name, input, bearer) {
      const answer = await call(name, input, bearer);
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
      return answer.body as never;
    },
    log: () => lines.join(''),
    async close() {
      await app.close();
      remove();
    },
  };
}

let requests = 0;

/** Returns an address of a new network for each request, so that only tests of rate limits reach a limit per network. */
function nextAddress(): string {
  requests += 1;
  return `10.${requests & 255}.${(requests >> 8) & 255}.${(requests >> 16) & 255}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toForm(body: unknown): string {
  const entries = Object.entries(body ?? {}).map(([key, value]) => [key, String(value)]);
  return new URLSearchParams(entries).toString();
}
