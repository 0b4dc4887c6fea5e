/** The servers that are measured, each in a process of its own. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pass } from 'node:timers/promises';
import { freePort } from '../scripts/freePort';
import { atEnd } from './atEnd';
import { settingsOf, type Store } from './databases';

export interface ServerProcess {
  readonly port: number;
  /** Milliseconds from its start until it could serve. */
  readonly coldStart: number;
  /** Megabytes it has now, and had at most; NaN where the system does not tell. */
  memory(): { now: number; most: number };
  stop(): Promise<void>;
}

/** The real, built server on a database. */
export const startOurs = (store: Store) => startServer(['dist/server/main.js'], settingsOf(store));

/** @param task a file that tells the program what to serve */
export const startBare = (program: string, task: string) =>
  startServer(['--import', 'tsx', program, task]);

const START_LIMIT = 120_000;
const LOOK_EVERY = 5;

async function startServer(args: string[], settings = {}): Promise<ServerProcess> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise((done) => child.once('close', done));
  const stop = atEnd(() => {
    child.kill('SIGTERM');
    return ended;
  });
  while (!(await isServing(port))) {
    if (child.exitCode !== null || performance.now() - started > START_LIMIT) {
      await stop();
      throw new Error(`${args.join(' ')} did not start.\n${errors}`);
    }
    await pass(LOOK_EVERY);
  }
  return { port, coldStart: performance.now() - started, memory: () => memoryOf(child.pid), stop };
}

async function isServing(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

function memoryOf(pid = 0): { now: number; most: number } {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // Only Linux tells.
  }
  const read = (name: string) =>
    (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024) / 1_000_000;
  return { now: read('VmRSS'), most: read('VmHWM') };
}
