import { runProgram } from './runProgram';

/** What is checked without running the product. The slowest come first. */
const staticChecks = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'unused files, exports and packages', command: ['knip', '--no-progress'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'import rules', command: ['tsx', 'scripts/boundaries/main.ts'] },
] as const;

/** Runs them, two at a time. @returns the names of those that passed and of those that failed; what they found is printed */
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
