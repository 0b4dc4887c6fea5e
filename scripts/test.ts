/**
 * `npm test`: everything, on a bare checkout. `npm test -- unit e2e` runs only the stages named: check, build, e2e, or a
 * project of vitest.config.ts. What failed is named at the end, and the last line counts; a stage that crashes or finds no
 * test counts as failed.
 */
import { findChromium } from './findChromium';
import { readPlaywrightResult, readVitestResult, type StageResult } from './checks/readResults';
import { runProgram } from './checks/runProgram';
import { staticChecks } from './checks/staticChecks';

const REPORTS = 'test-results';
const say = (text: string) => process.stdout.write(text);

/** Each program that must answer 0 is a test. */
async function runAsTest(name: string, command: readonly [string, ...string[]]) {
  const { code, output } = await runProgram(command);
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}\n${code === 0 ? '' : output}`);
  if (code === 0) return { passed: 1, failed: 0, failures: [] };
  return { passed: 0, failed: 1, failures: [name] };
}

async function check(): Promise<StageResult> {
  const total = nothing();
  for (const { name, command } of staticChecks) add(total, await runAsTest(name, command));
  return total;
}

async function vitest(projects: readonly string[]): Promise<StageResult> {
  const report = `${REPORTS}/vitest.json`;
  const { code } = await runProgram(
    [
      'vitest',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { onOutput: say },
  );
  return readVitestResult(report, code);
}

async function e2e(): Promise<StageResult> {
  const report = `${REPORTS}/playwright.json`;
  const env = {
    CHROMIUM: findChromium((text) => say(`${text}\n`)),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  };
  const { code } = await runProgram(['playwright', 'test', '--reporter=list,json'], {
    env,
    onOutput: say,
  });
  return readPlaywrightResult(report, code);
}

const nothing = (): StageResult => ({ passed: 0, failed: 0, failures: [] });

function add(total: StageResult, part: StageResult): void {
  total.passed += part.passed;
  total.failed += part.failed;
  total.failures.push(...part.failures);
}

const stages: Record<string, () => Promise<StageResult>> = {
  check,
  build: () => runAsTest('build', ['npm', 'run', '--silent', 'build']),
  vitest: () => vitest([]),
  e2e,
};

const asked = process.argv.slice(2);
const projects = asked.filter((name) => !Object.hasOwn(stages, name));
const named = asked.filter((name) => Object.hasOwn(stages, name));
const chosen: [string, () => Promise<StageResult>][] =
  asked.length === 0
    ? Object.entries(stages)
    : Object.entries(stages).filter(([name]) => named.includes(name));
if (projects.length > 0) chosen.push([projects.join(', '), () => vitest(projects)]);

const total = nothing();
for (const [name, run] of chosen) {
  say(`\n== ${name}\n`);
  const started = Date.now();
  try {
    const result = await run();
    add(total, result);
    const seconds = Math.round((Date.now() - started) / 1_000);
    say(`== ${name}: ${result.passed} passed, ${result.failed} failed, ${seconds} s\n`);
  } catch (error) {
    add(total, { passed: 0, failed: 1, failures: [`the stage ${name}`] });
    say(`== ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
// Of a long run only the end may be at hand.
if (total.failures.length > 0)
  say(`\nFailed:\n${total.failures.map((name) => `  ${name}\n`).join('')}`);
say(`\n${total.passed} passed, ${total.failed} failed\n`);
