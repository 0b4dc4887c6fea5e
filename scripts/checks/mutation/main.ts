/**
 * `npm run test:mutation [-- rules sessions]`: mutation testing with Stryker, of the code in `mutationParts.ts`. Fails when the
 * tests of a part kill too few mutants; the report of each part is in `test-results`. docs/testing.md lists the mutants that no
 * test can kill.
 */
import { Stryker } from '@stryker-mutator/core';
import { MUTATION_PARTS, PART_NAMES, type PartName, readPart } from './mutationParts';

/** Percentage of a part's mutants that its tests must kill. */
const MIN_SCORE = 85;
const KILLED: ReadonlySet<string> = new Set(['Killed', 'Timeout']);
const SURVIVED: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);

/** @returns the percentage of mutants killed */
async function mutate(part: PartName): Promise<number> {
  // Read by vitest.mutation.config.ts.
  process.env.MUTATION_PART = part;
  const stryker = new Stryker({
    mutate: [...MUTATION_PARTS[part].mutate, '!**/*.test.ts'],
    testRunner: 'vitest-files',
    plugins: ['./scripts/checks/mutation/strykerRunner.mjs'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    // TypeScript 7 has no compiler API, which Stryker would use to read the configuration.
    tsconfigFile: 'none',
    concurrency: 2,
    // With bail, Vitest stops the run at a failure, and sometimes also the next run, whose mutant then counts as survived.
    disableBail: true,
    // Milliseconds that a test may exceed its usual time before the mutant counts as an endless loop.
    timeoutMS: 5_000,
    ignorePatterns: ['dist', 'data', 'test-results'],
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    jsonReporter: { fileName: `test-results/mutation-${part}.json` },
    allowConsoleColors: false,
  });
  const results = await stryker.runMutationTest();
  const count = (statuses: ReadonlySet<string>) =>
    results.filter(({ status }) => statuses.has(status)).length;
  const killed = count(KILLED);
  const all = killed + count(SURVIVED);
  const score = all === 0 ? 0 : (100 * killed) / all;
  console.log(`\n${part}: ${killed} of ${all} mutants killed, ${score.toFixed(1)} %\n`);
  return score;
}

const asked = process.argv.slice(2).map(readPart);
for (const part of asked.length > 0 ? asked : PART_NAMES) {
  if ((await mutate(part)) < MIN_SCORE) process.exitCode = 1;
}
