/**
 * `npm run bench`, as small as it goes: that it measures what it says, is refused nothing, and leaves nothing running. In the
 * exhaustive run: it is a tool, and what it starts of the product is tested elsewhere.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXHAUSTIVE } from '../support/exhaustive';

const folder = mkdtempSync(join(tmpdir(), 'referral-desk-bench-test-'));
// PostgreSQL runs as a user of its own where we are root.
chmodSync(folder, 0o755);
const REFERRALS = 50;
const ENGINES = { embedded: 'Embedded (PGlite)', server: 'PostgreSQL' };
const TITLES = Object.values(ENGINES);
const SMALL =
  `--only calls,signin --engines ${Object.keys(ENGINES).join()} --referrals ${REFERRALS} --seconds 0.001 --rounds 1 --data ${folder}`.split(
    ' ',
  );

const started: Bench[] = [];
/** It stops what it has started itself. */
afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Milliseconds; half a minute is usual, and only what hangs is to be ended. */
const LIMIT = 600_000;

interface Bench {
  readonly child: ChildProcess;
  output(): string;
  progress(): string;
  readonly ended: Promise<number | null>;
}

function start(...options: string[]): Bench {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...SMALL, ...options]);
  let [output, progress] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (progress += text));
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const bench = { child, output: () => output, progress: () => progress, ended };
  started.push(bench);
  return bench;
}

/** Processes that were started on the data of the benchmark. */
const leftRunning = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      ['cmdline', 'environ'].some((what) => {
        try {
          return readFileSync(`/proc/${pid}/${what}`, 'utf8').includes(folder);
        } catch {
          return false;
        }
      }),
    );

/** The cells of each row below a heading, until the next. */
const rowsBelow = (output: string, heading: string): string[][] =>
  (output.split(`### ${heading}`)[1]?.split('###')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) =>
      line
        .slice(2, -2)
        .split('|')
        .map((cell) => cell.trim()),
    );

describe.runIf(EXHAUSTIVE)('the benchmark', () => {
  let bench: Bench;
  let code: number | null;
  beforeAll(async () => {
    bench = start();
    code = await bench.ended;
  }, LIMIT);

  it('comes to its end, and leaves nothing running', () => {
    expect(code === 0 ? '' : bench.progress()).toBe('');
    expect(leftRunning()).toEqual([]);
  });

  it.each(TITLES)('measures every operation on %s, and none of its requests fails', (engine) => {
    const rows = rowsBelow(bench.output(), `${engine}, ${REFERRALS} referrals`);
    expect(rows).toHaveLength(17);
    expect(rows.filter((row) => row.at(-1) !== '0')).toEqual([]);
    // On the server, the bare route, the bare driver, and of a read what it reads.
    const isRate = (cell = '') => /^[\d,.]+$/.test(cell) && cell !== '0';
    const rates = rows.map(([, finds, server, , , route, driver, , reading]) =>
      [server, route, driver, ...(finds === '–' ? [] : [reading])].every(isRate),
    );
    expect(rates).not.toContain(false);
    const found = Object.fromEntries(rows.map(([name, finds]) => [name, finds]));
    expect(found).toMatchObject({
      'mine, super user': String(REFERRALS),
      'tracking ID': '1',
      'none found': '0',
      count: '–',
    });
    expect(Number(found['whole name few have'])).toBeGreaterThan(0);
    expect(Number(found['part of a name few have'])).toBeGreaterThan(0);
    expect(Number(found['five digits of a phone'])).toBeGreaterThan(0);
    expect(Number(found['mine, manager'])).toBeLessThan(REFERRALS);
  });

  it.each(TITLES)(
    'measures signing in under a flood on %s, in which none of the others fails',
    (engine) => {
      const rows = rowsBelow(bench.output(), `${engine}: signing in`);
      expect(
        rows.map(([flood, , , times, , , , failed, answers]) => [
          flood,
          Number(times) > 0,
          failed,
          answers?.slice(0, 4),
        ]),
      ).toEqual([
        ['wrong passwords', true, '0', '401:'],
        ['right passwords', true, '0', '200:'],
      ]);
    },
  );

  it('says of each aim whether it is met', () => {
    expect(bench.output()).toMatch(/Reads at 0\.5 of the bare driver's rate or more: \d+ of 13/);
    const adds = bench.output().match(/^\| guest add.*\| (yes|no) +\|$/gm);
    expect(adds).toHaveLength(2 * TITLES.length);
  });

  it(
    'stops all it started when it is told to',
    async () => {
      const second = start('--engines', 'server', '--only', 'calls', '--seconds', '30');
      const sign = 'round 1 of 1: the server';
      while (!second.progress().includes(sign) && second.child.exitCode === null) {
        await new Promise((done) => setTimeout(done, 50));
      }
      expect(leftRunning()).not.toEqual([]);
      second.child.kill('SIGINT');
      expect(await second.ended).toBe(130);
      expect(leftRunning()).toEqual([]);
    },
    LIMIT,
  );
});
