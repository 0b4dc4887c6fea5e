import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = /(?<!\.test)\.tsx?$/;
const IMPORT = /^(?:import|export|\}) (?!type).*from '([^.'][^']*)'/gm;

/** Lists what the sources in a folder import from packages, such as `@mui/material/Dialog`. Skips tests. */
export function listImportedPackages(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const imported = files
    .filter((file) => SOURCE.test(file))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)])
    .map(([, name = '']) => name);
  return [...new Set(imported)].toSorted();
}
