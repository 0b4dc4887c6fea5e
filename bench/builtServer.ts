/** The real, built server in a process of its own. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { freePort } from '../scripts/freePort';
import { atEnd } from './atEnd';
import type { Store } from './engines';
import { settingsOf } from './people';

const MAIN = 'dist/server/main.js';
const START_LIMIT = 120_000;
const LOOK_EVERY = 5;

export interface BuiltServer {
  readonly port: number;
  /** Milliseconds from its start until it could serve. */
  readonly coldStart: number;
  /** Megabytes it has now, and had at most; null where the system does not tell. */
  memory(): { now: number; most: number } | null;
  stop(): Promise<void>;
}

export async function startBuiltServer(store: Store): Promise<BuiltServer> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...settingsOf(store) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const stop = atEnd(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  while (!(await isServing(port))) {
    if (!isRunning() || performance.now() - started > START_LIMIT) {
      await stop();
      throw new Error(`The server did not start.\n${errors}`);
    }
    await new Promise((done) => setTimeout(done, LOOK_EVERY));
  }
  return {
    port,
    coldStart: performance.now() - started,
    memory: () => memoryOf(child.pid ?? 0),
    stop,
  };
}

async function isServing(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

const KIB_IN_A_MEGABYTE = 1_000_000 / 1_024;

function memoryOf(pid: number): { now: number; most: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / KIB_IN_A_MEGABYTE;
    return { now: read('VmRSS'), most: read('VmHWM') };
  } catch {
    return null;
  }
}
