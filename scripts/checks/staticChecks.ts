/** What is checked without running the product. The slowest come first. */
export const staticChecks = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'unused files, exports and packages', command: ['knip', '--no-progress'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'import rules', command: ['tsx', 'scripts/boundaries/main.ts'] },
] as const;
