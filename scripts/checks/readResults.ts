import { readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';

export interface StageResult {
  passed: number;
  failed: number;
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Counts a Vitest run by its JSON report. A file that could not be loaded counts as one failure. */
export function readVitestResult(path: string, exitCode: number): StageResult {
  const report = read(path, vitestSchema);
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return judge(
    { passed: report.numPassedTests, failed: report.numFailedTests + unloaded },
    exitCode,
  );
}

/** Counts a Playwright run by its JSON report. What passed only at another try has failed. */
export function readPlaywrightResult(path: string, exitCode: number): StageResult {
  const { stats } = read(path, playwrightSchema);
  return judge({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, exitCode);
}

/** A run that found no test, or ended badly though no test failed, counts as one failure. */
function judge(result: StageResult, exitCode: number): StageResult {
  const ended = result.passed + result.failed > 0 && (exitCode === 0 || result.failed > 0);
  return ended ? result : { ...result, failed: result.failed + 1 };
}

/** Reads a report and takes it away, so that the next run cannot be judged by an old one. */
function read<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return schema.parse(JSON.parse(text));
}
