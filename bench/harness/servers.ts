/** Starts the measured servers, each in its own process. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/programs/freePort';
import { onExit } from './onExit';
import { createSettings, type Store } from './databases';

export interface ServerProcess {
  readonly port: number;
  /** Milliseconds from its start until it serves. */
  readonly coldStart: number;
  /** Current and maximum memory in megabytes; NaN if the system does not report it. */
  memory(): { now: number; most: number };
  stop(): Promise<void>;
}

/** Starts the real, built server on a database. */
export const startProduct = (store: Store) =>
  spawnServer(['dist/server/main.js'], createSettings(store));

/**
 * Starts a server to compare with.
 * @param task a file with the responses or tasks of the program
 * @param store its database, if it has one
 */
export const startComparison = (program: string, task: string, store?: Store) =>
  spawnServer(['--import', 'tsx', program, task], store && createSettings(store));

/** Milliseconds. */
const START_LIMIT = 120_000;
const POLL_INTERVAL = 5;

/** @param health a path that returns 200 once the server is ready */
export async function spawnServer(
  args: string[],
  settings = {},
  health = '/api/health',
): Promise<ServerProcess> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise((done) => child.once('close', done));
  const stop = onExit(() => {
    child.kill('SIGTERM');
    return ended;
  });
  while (!(await isServing(`http://127.0.0.1:${port}${health}`))) {
    if (child.exitCode !== null || performance.now() - started > START_LIMIT) {
      await stop();
      throw new Error(`${args.join(' ')} did not start.\n${errors}`);
    }
    await sleep(POLL_INTERVAL);
  }
  return {
    port,
    coldStart: performance.now() - started,
    memory: () => readMemory(child.pid),
    stop,
  };
}

async function isServing(health: string): Promise<boolean> {
  const answer = await fetch(health).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

function readMemory(pid = 0): { now: number; most: number } {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // Only Linux has /proc.
  }
  const read = (name: string) =>
    (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024) / 1_000_000;
  return { now: read('VmRSS'), most: read('VmHWM') };
}
