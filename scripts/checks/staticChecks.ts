import { runProgram } from './runProgram';

/** The checks that do not run the product, the slowest first. */
const staticChecks = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'unused files, exports and packages', command: ['knip', '--no-progress'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'texts in elements', command: ['tsx', 'scripts/checks/texts/main.ts'] },
  { name: 'import rules', command: ['tsx', 'scripts/checks/boundaries/main.ts'] },
] as const;

/** Runs the checks, two at a time, and prints their findings. @returns the names of the passed and of the failed checks */
export async function runStaticChecks(): Promise<{ passed: string[]; failed: string[] }> {
  const waiting = [...staticChecks];
  const result: { passed: string[]; failed: string[] } = { passed: [], failed: [] };
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { code, output } = await runProgram(check.command);
      (code === 0 ? result.passed : result.failed).push(check.name);
      console.log(
        code === 0 ? `ok     ${check.name}` : `FAILED ${check.name}\n${output.trimEnd()}`,
      );
    }
  };
  await Promise.all([worker(), worker()]);
  return result;
}
