/**
 * `npm test`: runs everything on a bare checkout, the fastest stages first. The failures are listed at the end, and the last
 * line has the totals; a stage that crashes or finds no test counts as failed, and tests that cannot run here as skipped.
 *
 * `npm test -- unit e2e` runs only what is named: a stage, a project of vitest.config.ts, a folder of `tests`, or a part of a
 * test file's path. `npm test -- --changed` runs what uncommitted changes affect; `--changed=main`, what differs from main.
 * `npm run test:exhaustive` tests every combination and takes about an hour.
 */
import { existsSync, statfsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findChromium } from '../programs/findChromium';
import { readPlaywrightResult, readVitestResult, type StageResult } from './readResults';
import { runProgram } from './runProgram';
import { runStaticChecks } from './staticChecks';

const REPORTS = 'test-results';
const SLOWEST = 10;
/** A file system in memory (tmpfs), and the free bytes that it must have to be used. */
const MEMORY_FOLDER = '/dev/shm';
const MIN_FREE_BYTES = 8 * 2 ** 30;
const PROJECTS = [
  'unit',
  'docs',
  'web',
  'server',
  'server-embedded',
  'database',
  'database-mocking',
  'flows',
  'bundle',
  'proxies',
];
const write = (text: string) => process.stdout.write(text);

const { values, positionals: requested } = parseArgs({
  // `--changed` alone means uncommitted changes.
  args: process.argv.slice(2).map((word) => (word === '--changed' ? '--changed=HEAD' : word)),
  options: { changed: { type: 'string' }, exhaustive: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { changed } = values;
// Read by the tests (tests/support/exhaustive.ts) and by vitest.config.ts.
if (values.exhaustive) process.env.EXHAUSTIVE = '1';
// Temporary folders last only for the run, and in memory the databases of the tests take a sixth less time.
else if (freeBytes(MEMORY_FOLDER) > MIN_FREE_BYTES) process.env.TMPDIR ??= MEMORY_FOLDER;

/** Returns the free bytes of a folder's file system; 0 if there is no such folder. */
function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Counts each static check as a test. */
async function check(): Promise<StageResult> {
  const { passed, failed } = await runStaticChecks();
  return { ...nothing(), passed: passed.length, failed: failed.length, failures: failed };
}

async function build(print: Print): Promise<StageResult> {
  const { code, output } = await runProgram(['npm', 'run', '--silent', 'build']);
  print(code === 0 ? '' : output);
  if (code === 0) return { ...nothing(), passed: 1 };
  return { ...nothing(), failed: 1, failures: ['build'] };
}

const vitest =
  (options: readonly string[]) =>
  async (print: Print): Promise<StageResult> => {
    const report = `${REPORTS}/vitest.json`;
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const command = ['vitest', 'run', ...options, ...reporters] as const;
    const { code } = await runProgram(command, { onOutput: print });
    return readVitestResult(report, { code, mayBeEmpty: options.includes('--passWithNoTests') });
  };

const projects = (...names: string[]) => names.map((name) => `--project=${name}`);

const e2e =
  (options: readonly string[]) =>
  async (print: Print): Promise<StageResult> => {
    const report = `${REPORTS}/playwright.json`;
    const env = {
      CHROMIUM: findChromium((text) => print(`${text}\n`)),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    };
    const { code } = await runProgram(['playwright', 'test', ...options, '--reporter=list,json'], {
      env,
      onOutput: print,
    });
    return readPlaywrightResult(report, {
      code,
      mayBeEmpty: options.includes('--pass-with-no-tests'),
    });
  };

const nothing = (): StageResult => ({ passed: 0, failed: 0, skipped: 0, failures: [], files: [] });

function add(total: StageResult, part: StageResult): void {
  total.passed += part.passed;
  total.failed += part.failed;
  total.skipped += part.skipped;
  total.failures.push(...part.failures);
  total.files.push(...part.files);
}

const describeCounts = ({ passed, failed, skipped }: StageResult) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

type Print = (text: string) => void;
type Stage = readonly [name: string, run: (print: Print) => Promise<StageResult>];

/** The stages in order. Those in one array run concurrently, because each is sometimes idle. */
const everything: readonly (readonly Stage[])[] = [
  [['check', check]],
  [['quick', vitest(projects('unit', 'docs', 'web'))]],
  [['build', build]],
  [
    ['slow', vitest(projects('server*', 'database*', 'flows', 'bundle', 'proxies'))],
    ['e2e', e2e([])],
  ],
];

/** Lists the files that differ from a commit, whether the change is committed or not. Skips ignored files. */
async function changedFiles(since: string): Promise<string[]> {
  const lists = await Promise.all([
    runProgram(['git', 'diff', '--name-only', '--diff-filter=d', since]),
    runProgram(['git', 'ls-files', '--others', '--exclude-standard']),
  ]);
  return lists.flatMap(({ code, output }) => {
    if (code !== 0) throw new Error(output);
    return output.split('\n').filter(Boolean);
  });
}

/**
 * Selects the stages for a change: the static checks, and the tests of units, screens and calls that import a changed file.
 * Other tests import the whole app or the whole server: they run only when their own file has changed.
 */
async function touched(since: string): Promise<typeof everything> {
  const files = await changedFiles(since);
  const slow = files.filter((file) =>
    /^tests\/(bundle|database|flows|proxies)\/.*\.test\.tsx?$/.test(file),
  );
  const browser = files.some((file) => file.startsWith('tests/e2e/'));
  const byImports = projects('unit', 'docs', 'web', 'server');
  const stages: (readonly [condition: boolean, stage: Stage])[] = [
    [true, ['check', check]],
    [true, ['touched', vitest([`--changed=${since}`, '--passWithNoTests', ...byImports])]],
    [slow.length > 0 || browser, ['build', build]],
    [slow.length > 0, ['slow', vitest(slow)]],
    [browser, ['e2e', e2e([`--only-changed=${since}`, '--pass-with-no-tests'])]],
  ];
  return stages.filter(([condition]) => condition).map(([, stage]) => [stage]);
}

function named(names: readonly string[]): typeof everything {
  const stages = everything
    .map((together) => together.filter(([name]) => names.includes(name)))
    .filter((together) => together.length > 0);
  const rest = names.filter((name) => !stages.flat().some(([stage]) => stage === name));
  const asProjects = rest.filter((name) => PROJECTS.includes(name));
  const paths = rest
    .filter((name) => !PROJECTS.includes(name))
    .map((name) => (existsSync(`tests/${name}`) ? `tests/${name}/` : name));
  return [
    ...stages,
    ...(asProjects.length > 0
      ? [[[asProjects.join(', '), vitest(projects(...asProjects))] as const]]
      : []),
    ...(paths.length > 0 ? [[[paths.join(', '), vitest(paths)] as const]] : []),
  ];
}

let chosen = everything;
if (changed !== undefined) chosen = await touched(changed);
else if (requested.length > 0) chosen = named(requested);

const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1_000)} s`;
const total = nothing();
const times: string[] = [];
async function runStage([name, run]: Stage, print: Print): Promise<void> {
  print(`\n== ${name}\n`);
  const started = Date.now();
  try {
    const result = await run(print);
    add(total, result);
    print(`== ${name}: ${describeCounts(result)}\n`);
  } catch (error) {
    add(total, { ...nothing(), failed: 1, failures: [`the stage ${name}`] });
    print(`== ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  times.push(`${name} ${seconds(Date.now() - started)}`);
}

/** Runs stages concurrently. The first prints as it runs, the others when all are done. */
async function runTogether([first, ...others]: readonly Stage[]): Promise<void> {
  let later = '';
  await Promise.all([
    first && runStage(first, write),
    ...others.map((stage) =>
      runStage(stage, (text) => {
        later += text;
      }),
    ),
  ]);
  write(later);
}

for (const together of chosen) await runTogether(together);
process.exitCode = total.failed > 0 || total.passed + total.skipped === 0 ? 1 : 0;

const slowest = total.files.toSorted((a, b) => b.took - a.took).slice(0, SLOWEST);
write(
  `\nSlowest files:\n${slowest.map(({ file, took }) => `  ${seconds(took)} ${file}\n`).join('')}`,
);
write(`\nStages: ${times.join(', ')}\n`);
// At the end, because that may be all one sees of a long run.
if (total.failures.length > 0)
  write(`\nFailed:\n${total.failures.map((name) => `  ${name}\n`).join('')}`);
write(`\n${describeCounts(total)}\n`);
