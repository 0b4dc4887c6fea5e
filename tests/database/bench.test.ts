/**
 * `npm run bench` at its smallest: it measures what it reports, no request is refused, and no process remains. Exhaustive run
 * only: it is a tool, and the parts of the product that it starts are tested elsewhere.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXHAUSTIVE } from '../support/exhaustive';

const folder = mkdtempSync(join(tmpdir(), 'referral-desk-bench-test-'));
// PostgreSQL runs as a separate user if the test runs as root.
chmodSync(folder, 0o755);
const REFERRALS = 50;
const ENGINES = { embedded: 'Embedded (PGlite)', server: 'PostgreSQL' };
const TITLES = Object.values(ENGINES);
const SMALL =
  `--only calls,today,signin,mixed --engines ${Object.keys(ENGINES).join()} --referrals ${REFERRALS} --seconds 0.001 --rounds 1 --data ${folder}`.split(
    ' ',
  );

const started: Bench[] = [];
/** On SIGTERM, the benchmark stops the processes that it started. */
afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Milliseconds. Two minutes are usual. The limit only ends a hung run. */
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

/** Returns the processes that use the data folder of the benchmark. */
const findRunning = () =>
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

/** Returns the table cells below a heading, up to the next heading. */
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

  it('completes and leaves no process running', () => {
    expect(code === 0 ? '' : bench.progress()).toBe('');
    expect(findRunning()).toEqual([]);
  });

  it.each(TITLES)('measures every operation on %s without a failed request', (engine) => {
    const rows = rowsBelow(bench.output(), `${engine}, ${REFERRALS} referrals`);
    expect(rows).toHaveLength(26);
    expect(rows.filter((row) => row.at(-1) !== '0')).toEqual([]);
    // Rates on the server, of the best statement and on the bare route.
    const isRate = (cell = '') => /^[\d,.]+$/.test(cell) && cell !== '0';
    const rates = rows.map(([name, , server, , , best, , , route]) => ({
      name,
      areRates: [server, best, route].map(isRate),
    }));
    expect(rates.filter(({ areRates }) => areRates.includes(false))).toEqual(
      ['by site', 'by status'].map((order) => ({
        name: `worklist, ${order}`,
        areRates: [true, false, true],
      })),
    );
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
    'measures logins under a flood on %s, without a failed login of others',
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

  it.each(TITLES)('measures calls while %s is busy, without a failed call', (engine) => {
    const rows = rowsBelow(bench.output(), `${engine}, ${REFERRALS} referrals: calls while`);
    const calls = ['mine, 4 at once', 'health, 1 at once', 'login, 1 at once'];
    expect(rows.map((row) => [row[2], Number(row[1]) > 0, row.at(-1)])).toEqual(
      [...calls.slice(1), ...calls, ...calls].map((call) => [call, true, '0']),
    );
  });

  it('reports for each target whether it is met', () => {
    expect(bench.output()).toMatch(/Reads at 0\.5 of the best statement's rate or more: \d+ of 20/);
    const adds = bench.output().match(/^\| guest add.*\| (yes|no) +\|$/gm);
    expect(adds).toHaveLength(2 * TITLES.length);
  });

  it(
    'stops all its processes on SIGINT',
    async () => {
      const second = start('--engines', 'server', '--only', 'calls', '--seconds', '30');
      const sign = 'round 1 of 1: the server';
      while (!second.progress().includes(sign) && second.child.exitCode === null) {
        await new Promise((done) => setTimeout(done, 50));
      }
      expect(findRunning()).not.toEqual([]);
      second.child.kill('SIGINT');
      expect(await second.ended).toBe(130);
      expect(findRunning()).toEqual([]);
    },
    LIMIT,
  );
});
