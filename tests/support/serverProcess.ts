/** The real, built server in its own process, with its own port and data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/programs/freePort';
import { EXHAUSTIVE } from './exhaustive';
import { copyEmbeddedTemplate } from './templates';
import { SUPERUSER } from './superuser';

/**
 * Test processes live for seconds. `--liftoff-only` keeps V8 from recompiling the embedded database (WebAssembly) with its
 * optimising compiler, which takes a third of such a process's time. The exhaustive run uses the flags of production.
 */
export const NODE_FLAGS: readonly string[] = EXHAUSTIVE ? [] : ['--liftoff-only'];
/** The program and arguments that start a server. */
export const nodeProgram = (main = 'dist/server/main.js'): readonly string[] => [
  process.execPath,
  ...NODE_FLAGS,
  main,
];
/** Milliseconds. It only ends a start that hangs: beside browser tests on two processors, a first start may take a minute. */
const START_LIMIT = 150_000;

export interface ServerProcess {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  readonly dataDir: string;
  /** Everything printed so far. */
  output(): string;
  /** Resolves with the exit code when the process ends. */
  readonly exited: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  /** Kills it with SIGKILL: no handler runs. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
}

export function makeDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'referral-desk-data-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** Creates a data folder with a migrated embedded database without rows, to save the migrations of a first start. */
export async function makeMigratedDataDir(): Promise<{ dataDir: string; remove: () => void }> {
  const folder = makeDataDir();
  await copyEmbeddedTemplate(folder.dataDir);
  return folder;
}

/**
 * Starts a server and waits until it responds. Uses a free port unless the settings name one.
 * @param program the program and arguments that start it
 */
export async function startServerProcess(
  dataDir: string,
  settings: Record<string, string> = {},
  program = nodeProgram(),
): Promise<ServerProcess> {
  const port = settings.PORT ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const started = launch({ ...settings, DATA_DIR: dataDir, PORT: String(port) }, program);
  // With API_URL set, the server serves only the web app.
  const probe = settings.API_URL ? '/settings.json' : '/api/health';
  const serves = await isServing(`${url}${probe}`, started);
  if (!serves) {
    started.child.kill('SIGKILL');
    throw new Error(`The server did not start:\n${started.output()}`);
  }
  const end = async (signal: NodeJS.Signals) => {
    started.child.kill(signal);
    return started.exit;
  };
  return {
    url,
    dataDir,
    output: started.output,
    exited: started.exit,
    signal: (name) => void started.child.kill(name),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Starts a server that is expected to fail. Returns its exit code and output. */
export async function startExpectingFailure(
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const started = launch({ PORT: String(await freePort()), ...settings });
  const limit = setTimeout(() => started.child.kill('SIGKILL'), START_LIMIT);
  const code = await started.exit;
  clearTimeout(limit);
  return { code, output: started.output() };
}

interface Launched {
  child: ChildProcess;
  output: () => string;
  exit: Promise<number | null>;
}

function launch(
  settings: Record<string, string>,
  [program = '', ...args] = nodeProgram(),
): Launched {
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      SUPERUSER_EMAIL: SUPERUSER.email,
      SUPERUSER_PASSWORD: SUPERUSER.password,
      // Loads file with one account.
      ACCOUNT_LIMIT_FACTOR: '1000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exit = new Promise<number | null>((done) => child.on('close', (code) => done(code)));
  return { child, output: () => output, exit };
}

async function isServing(probe: string, { child }: Launched): Promise<boolean> {
  const until = Date.now() + START_LIMIT;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(probe).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}
