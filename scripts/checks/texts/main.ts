/** Checks that no text of the web app needs an element of its own (findBareTexts.ts); exits with 1 if one does. */
import { relative, resolve } from 'node:path';
import { findBareTexts } from './findBareTexts';

const folder = resolve('src');
const found = findBareTexts(
  resolve('tsconfig.web.json'),
  (file) => file.startsWith(folder) && file.endsWith('.tsx'),
);
for (const message of found) console.error(relative('.', message));
process.exitCode = found.length > 0 ? 1 : 0;
