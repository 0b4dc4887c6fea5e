/** Checks the whole repository for broken import rules and for role comparisons. Prints each violation; exits with 1 if any. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findRoleComparisons } from './findRoleComparisons';
import { findViolations } from './findViolations';
import { readImports } from './readImports';
import { makeRules } from './rules';

const FOLDERS = ['contract', 'server', 'src', 'scripts', 'tests', 'bench'];

const files = FOLDERS.flatMap((folder) => listFiles(folder));
const known = new Set([...files, 'package.json']);
const sources = files.filter((file) => /\.(m?js|tsx?)$/.test(file) && !file.endsWith('.d.ts'));
const texts = sources.map((file) => [file, readFileSync(file, 'utf8')] as const);
const imports = texts.flatMap(([file, text]) => readImports(file, text, known));
const { devDependencies } = z
  .object({ devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const violations = [
  ...findViolations(imports, makeRules(new Set(Object.keys(devDependencies)))),
  ...texts.flatMap(([file, text]) => findRoleComparisons(file, text)),
];
for (const violation of violations) console.error(violation);
console.log(`${sources.length} files, ${imports.length} imports, ${violations.length} violations`);
process.exitCode = violations.length > 0 || sources.length === 0 ? 1 : 0;

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
