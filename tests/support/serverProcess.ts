/** The real, built server in a process of its own, with its own port and data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/freePort';
import { EXHAUSTIVE } from './exhaustive';
import { copyEmbeddedTemplate } from './templates';
import { SUPERUSER } from './world';

const MAIN = 'dist/server/main.js';
/**
 * The product's processes live for seconds here: V8 compiles the embedded database once, and not again in the background for
 * the speed of a long life, which is a third of what such a process takes. The exhaustive run has them as in production.
 */
export const NODE_FLAGS: readonly string[] = EXHAUSTIVE ? [] : ['--liftoff-only'];
/** As long as a slow machine may take to start; nothing waits that long for what is there. */
const START_LIMIT = 60_000;

export interface ServerProcess {
  /** Where it serves, without a final slash. */
  readonly url: string;
  readonly dataDir: string;
  /** All it has printed. */
  output(): string;
  /** Its exit code, once it has ended by itself. */
  readonly ended: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  /** Ends it like a power cut: nothing in it gets to run. */
  kill(): Promise<void>;
  /** Asks it to stop, and answers its exit code. */
  stop(): Promise<number | null>;
}

export function makeDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'referral-desk-data-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** A folder in which what only the very first start does has been done: the database is there, with nothing in it. */
export async function makeMigratedDataDir(): Promise<{ dataDir: string; remove: () => void }> {
  const folder = makeDataDir();
  await copyEmbeddedTemplate(folder.dataDir);
  return folder;
}

/** Starts it and waits until it can serve; at a port of its own unless the settings name one. */
export async function startServerProcess(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const port = settings.PORT ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const started = launch({ ...settings, DATA_DIR: dataDir, PORT: String(port) });
  // In front of another backend it serves the web app alone.
  const sign = settings.API_URL ? '/settings.json' : '/api/health';
  const serves = await isServing(`${url}${sign}`, started);
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
    ended: started.exit,
    signal: (name) => void started.child.kill(name),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Starts it where it is expected to give up, and answers how it ended. */
export async function startInVain(
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

function launch(settings: Record<string, string>): Launched {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      SUPERUSER_EMAIL: SUPERUSER.email,
      SUPERUSER_PASSWORD: SUPERUSER.password,
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

async function isServing(sign: string, { child }: Launched): Promise<boolean> {
  const until = Date.now() + START_LIMIT;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(sign).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}
