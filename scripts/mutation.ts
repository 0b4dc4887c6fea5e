/**
 * `npm run test:mutation [-- rules sessions]`: changes what decides in small ways (Stryker), one at a time, and runs its tests:
 * a change that none of them notices has survived. Fails when a part's tests notice less than they must; each part's report is
 * in `test-results`. docs/testing.md names the changes that nothing can notice.
 */
import { Stryker } from '@stryker-mutator/core';
import { MUTATION_PARTS, PART_NAMES, type PartName, readPart } from './checks/mutationParts';

/** Per cent of the changes of a part that its tests must notice. */
const LEAST = 85;
const NOTICED: ReadonlySet<string> = new Set(['Killed', 'Timeout']);
const MISSED: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);

/** @returns the per cent of the changes that were noticed */
async function mutate(part: PartName): Promise<number> {
  // Read by vitest.mutation.config.ts.
  process.env.MUTATION_PART = part;
  const stryker = new Stryker({
    mutate: [...MUTATION_PARTS[part].mutate, '!**/*.test.ts'],
    testRunner: 'vitest-files',
    plugins: ['./scripts/checks/strykerRunner.mjs'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    // TypeScript 7 has no compiler to call, which Stryker would read the configuration with.
    tsconfigFile: 'none',
    concurrency: 2,
    // Vitest ends a run at the first failure, and now and then the next one with it, whose mutant then counts as survived.
    disableBail: true,
    // What a test may take beyond its usual time, before a change counts as one that never ends, in milliseconds.
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
  const noticed = count(NOTICED);
  const all = noticed + count(MISSED);
  const score = all === 0 ? 0 : (100 * noticed) / all;
  console.log(`\n${part}: ${noticed} of ${all} changes noticed, ${score.toFixed(1)} %\n`);
  return score;
}

const asked = process.argv.slice(2).map(readPart);
for (const part of asked.length > 0 ? asked : PART_NAMES) {
  if ((await mutate(part)) < LEAST) process.exitCode = 1;
}
