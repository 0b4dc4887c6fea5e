import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface StageResult {
  passed: number;
  failed: number;
  /** Tests that cannot run here. */
  skipped: number;
  /** The failures by file and title, with the first line of their reason. A stage that crashed may have fewer than `failed`. */
  failures: string[];
  /** Duration of each file's tests in milliseconds. */
  files: { file: string; took: number }[];
}

/** How a run ended. */
interface RunEnd {
  /** The exit code. */
  readonly code: number;
  /** Whether the run may have no tests. */
  readonly mayBeEmpty?: boolean;
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
});

const playwrightTestSchema = z.object({
  status: z.string(),
  results: z
    .array(
      z.object({
        duration: z.number(),
        error: z.object({ message: z.string().optional() }).optional(),
      }),
    )
    .optional(),
});
const suiteSchema = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(playwrightTestSchema) })),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
const playwrightSchema = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  suites: z.array(suiteSchema),
});

/** Counts the tests of a Vitest run from its JSON report. A file that could not be loaded or prepared counts as one failure. */
export function readVitestResult(path: string, end: RunEnd): StageResult {
  const report = read(path, vitestSchema);
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = relative('.', name);
      if (failed.length === 0) return [withReason(`${file}: the whole file`, message)];
      return failed.map(({ fullName, failureMessages }) =>
        withReason(`${file}: ${fullName}`, failureMessages?.[0]),
      );
    });
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    file: relative('.', name),
    took: endTime - startTime,
  }));
  const { numPassedTests: passed, numPendingTests: skipped } = report;
  return addRunFailure({ passed, failed: failures.length, skipped, failures, files }, end);
}

/** Counts the tests of a Playwright run from its JSON report. A test that passed only on a retry counts as failed. */
export function readPlaywrightResult(path: string, end: RunEnd): StageResult {
  const { stats, suites } = read(path, playwrightSchema);
  return addRunFailure(
    {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
      failures: suites.flatMap((suite) => listFailures(suite)),
      files: suites.map((suite) => ({ file: suite.title, took: sumDurations(suite) })),
    },
    end,
  );
}

function listFailures(suite: z.output<typeof suiteSchema>, above: string[] = []): string[] {
  const path = [...above, suite.title];
  const failed = suite.specs.flatMap(({ title, tests }) => {
    const test = tests.find(({ status }) => status === 'unexpected' || status === 'flaky');
    const errors = test?.results?.flatMap(({ error }) => error?.message ?? []) ?? [];
    return test ? [withReason([...path, title].join(': '), errors[0])] : [];
  });
  return [...failed, ...(suite.suites ?? []).flatMap((inner) => listFailures(inner, path))];
}

function sumDurations({ specs, suites = [] }: z.output<typeof suiteSchema>): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results = [] }) => results));
  const times = [...own.map(({ duration }) => duration), ...suites.map(sumDurations)];
  return times.reduce((sum, time) => sum + time, 0);
}

/** Adds the first line of the reason: if a screen lacks an element, the rest is the whole screen. */
function withReason(what: string, reason = ''): string {
  const [first = ''] = stripVTControlCharacters(reason).trim().split('\n');
  return first ? `${what}\n    ${first}` : what;
}

/** Adds a failure to the result of a run that had no tests, or that exited with a non-zero code although no test failed. */
function addRunFailure(result: StageResult, { code, mayBeEmpty = false }: RunEnd): StageResult {
  const hasRun = result.passed + result.failed + result.skipped > 0 || mayBeEmpty;
  const isComplete = hasRun && (code === 0 || result.failed > 0);
  return isComplete ? result : { ...result, failed: result.failed + 1 };
}

/** Reads a report and deletes it, so that a later run that writes none does not read it again. */
function read<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return schema.parse(JSON.parse(text));
}
