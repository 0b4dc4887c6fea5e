/**
 * Stryker's Vitest runner, which also counts a test file that fails as a whole, in its imports or its `beforeAll`, as failed.
 * Without this its tests count as not run, and the mutant survives. JavaScript, because Stryker loads it in its own processes.
 */
import {
  commonTokens,
  declareFactoryPlugin,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin';
import { DryRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';

export { strykerValidationSchema } from '@stryker-mutator/vitest-runner';

const [{ factory: createVitestRunner }] = vitestPlugins;

function createRunner(injector) {
  const runner = createVitestRunner(injector);
  const run = runner.run.bind(runner);
  runner.run = async (options) => {
    const result = await run(options);
    if (result.status !== DryRunStatus.Complete) return result;
    const failed = runner.ctx.state
      .getFiles()
      .filter((file) => file.result?.state === 'fail')
      .map((file) => ({
        id: `${file.name}#`,
        name: file.name,
        timeSpentMs: 0,
        status: TestStatus.Failed,
        failureMessage: file.result.errors?.[0]?.message ?? 'a test of it failed',
      }));
    return { ...result, tests: [...result.tests, ...failed] };
  };
  return runner;
}
createRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'vitest-files', createRunner),
];
