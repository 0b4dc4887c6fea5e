/**
 * `npm test`: everything, on a bare checkout, the quickest to answer first. What failed is named at the end, and the last line
 * counts; a stage that crashes or finds no test counts as failed.
 *
 * `npm test -- unit e2e` runs only what is named: a stage, a project of vitest.config.ts, a folder of `tests`, or a part of a
 * test file's path. `npm test -- --changed` runs what uncommitted changes touch; `--changed=main`, what differs from main.
 * `npm run test:exhaustive` crosses everything with everything, and takes about an hour.
 */
import { existsSync, statfsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findChromium } from './findChromium';
import { readPlaywrightResult, readVitestResult, type StageResult } from './checks/readResults';
import { runProgram } from './checks/runProgram';
import { runStaticChecks } from './checks/staticChecks';

const REPORTS = 'test-results';
const SLOWEST = 10;
/** A file system in memory, and how many bytes it must have left to be used. */
const MEMORY = '/dev/shm';
const ENOUGH = 8 * 2 ** 30;
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
];
const say = (text: string) => process.stdout.write(text);

const { values, positionals: asked } = parseArgs({
  // `--changed` alone means what is not committed.
  args: process.argv.slice(2).map((word) => (word === '--changed' ? '--changed=HEAD' : word)),
  options: { changed: { type: 'string' }, exhaustive: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { changed } = values;
// Read by the tests (tests/support/exhaustive.ts) and by vitest.config.ts.
if (values.exhaustive) process.env.EXHAUSTIVE = '1';
// What tests put into temporary folders is gone with the run, and disks are a sixth of what their databases take.
else if (roomIn(MEMORY) > ENOUGH) process.env.TMPDIR ??= MEMORY;

/** How many bytes a folder's file system has left; none where there is no such folder. */
function roomIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Each static check is a test. */
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

const nothing = (): StageResult => ({ passed: 0, failed: 0, failures: [], files: [] });

function add(total: StageResult, part: StageResult): void {
  total.passed += part.passed;
  total.failed += part.failed;
  total.failures.push(...part.failures);
  total.files.push(...part.files);
}

type Print = (text: string) => void;
type Stage = readonly [name: string, run: (print: Print) => Promise<StageResult>];

/** One after the other; those of one line at the same time, as both wait now and then. */
const everything: readonly (readonly Stage[])[] = [
  [['check', check]],
  [['quick', vitest(projects('unit', 'docs', 'web'))]],
  [['build', build]],
  [
    ['slow', vitest(projects('server*', 'database*', 'flows', 'bundle'))],
    ['e2e', e2e([])],
  ],
];

/** What is different from a commit, committed since or not, and not ignored. */
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
 * The stages for a change: the static checks, and those tests of units, screens and calls that import a changed file. Every other
 * test draws the whole app or starts the whole server and so imports everything: it runs only when its own file has changed.
 */
async function touched(since: string): Promise<typeof everything> {
  const files = await changedFiles(since);
  const slow = files.filter((file) =>
    /^tests\/(bundle|database|flows)\/.*\.test\.tsx?$/.test(file),
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
else if (asked.length > 0) chosen = named(asked);

const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1_000)} s`;
const total = nothing();
const times: string[] = [];
async function runStage([name, run]: Stage, print: Print): Promise<void> {
  print(`\n== ${name}\n`);
  const started = Date.now();
  try {
    const result = await run(print);
    add(total, result);
    print(`== ${name}: ${result.passed} passed, ${result.failed} failed\n`);
  } catch (error) {
    add(total, { ...nothing(), failed: 1, failures: [`the stage ${name}`] });
    print(`== ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  times.push(`${name} ${seconds(Date.now() - started)}`);
}

/** Runs stages at the same time: the first prints as it goes, the others when they are done. */
async function runTogether([first, ...others]: readonly Stage[]): Promise<void> {
  let later = '';
  await Promise.all([
    first && runStage(first, say),
    ...others.map((stage) =>
      runStage(stage, (text) => {
        later += text;
      }),
    ),
  ]);
  say(later);
}

for (const together of chosen) await runTogether(together);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

const slowest = total.files.toSorted((a, b) => b.took - a.took).slice(0, SLOWEST);
say(
  `\nSlowest files:\n${slowest.map(({ file, took }) => `  ${seconds(took)} ${file}\n`).join('')}`,
);
say(`\nStages: ${times.join(', ')}\n`);
// Of a long run only the end may be at hand.
if (total.failures.length > 0)
  say(`\nFailed:\n${total.failures.map((name) => `  ${name}\n`).join('')}`);
say(`\n${total.passed} passed, ${total.failed} failed\n`);
