import type { FastifyInstance, InjectOptions } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { AnyCallName, CallInput, CallOutput } from '../../contract/calls';
import { type Endpoint, endpoints, extraEndpoints } from '../../contract/calls/endpoints';
import { buildServer } from '../../server/buildServer';
import { type Database, openDatabase } from '../../server/db/openDatabase';
import { bootstrap } from '../../server/db/bootstrap';
import { readSecret } from '../../server/secret';
import { readSettings } from '../../server/settings';
import type { HashingCost } from '../../server/features/auth/passwords';
import { makeDataDir } from './serverProcess';
import { copyEmbeddedTemplate } from './templates';
import { SUPERUSER } from './world';

export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** Parsed when it is JSON, else the text. */
  readonly body: unknown;
  readonly text: string;
}

/** What a call may be sent in a test: also what its types forbid. */
export interface AnyInput {
  readonly params?: Record<string, string>;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address it comes from; a new one each time unless given. */
  readonly from?: string;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly db: Database;
  /** Makes a call with any input, and answers whatever comes. */
  call(name: AnyCallName, input: AnyInput, bearer?: string): Promise<Answer>;
  /** Makes a call that must succeed, and answers its body. */
  done<N extends AnyCallName>(
    name: N,
    input: CallInput<N>,
    bearer?: string,
  ): Promise<CallOutput<N>>;
  raw(request: InjectOptions): Promise<Answer>;
  /** All log lines so far. */
  log(): string;
  close(): Promise<void>;
}

/** argon2 at a fraction of its cost. A hash says what it cost, so it is checked alike. */
export const CHEAP_HASHING: HashingCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

const table: Record<AnyCallName, Endpoint> = { ...endpoints, ...extraEndpoints };

/** The engine of the project that runs (vitest.config.ts), for servers of which the test names none. */
async function databaseOfProject(): Promise<Record<string, string>> {
  if (process.env.TEST_ENGINE !== 'PostgreSQL') return {};
  // Asks Vitest, which is not there when a server is started for a whole run.
  const { createMigrated } = await import('./engines');
  return { DATABASE_URL: await createMigrated() };
}

/**
 * The real server, made by the one builder as in production, with a data folder of its own, on the engine of the project.
 * Only its hashing is cheaper, unless a test is about that.
 * @param environment settings beyond the tests' own, such as DATABASE_URL
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  { webFolder, hashing = CHEAP_HASHING }: { webFolder?: string; hashing?: HashingCost } = {},
): Promise<TestServer> {
  const { dataDir, remove } = makeDataDir();
  const settings = readSettings({
    DATA_DIR: dataDir,
    SUPERUSER_EMAIL: SUPERUSER.email,
    SUPERUSER_PASSWORD: SUPERUSER.password,
    ...(await databaseOfProject()),
    ...environment,
  });
  const lines: string[] = [];
  if (!settings.DATABASE_URL) await copyEmbeddedTemplate(settings.DATA_DIR);
  const database = await openDatabase(settings);
  const app = await buildServer({
    settings,
    backend: { database, secret: readSecret(settings), hashing },
    ...(webFolder !== undefined && { webFolder }),
    logStream: { write: (line) => void lines.push(line) },
  });
  await bootstrap(database.db, settings, hashing);
  await app.ready();

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
    async done(name, input, bearer) {
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

/** Each request comes from elsewhere, so that the limits per address are met only by the tests that mean to. */
function nextAddress(): string {
  requests += 1;
  return `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
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
