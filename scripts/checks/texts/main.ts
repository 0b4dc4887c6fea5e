/** Checks that every text of the web app that may change, or is beside something, is in an element of its own; exits with 1 if not. */
import { relative, resolve } from 'node:path';
import { findBareTexts } from './findBareTexts';

const folder = resolve('src');
const found = findBareTexts(
  resolve('tsconfig.web.json'),
  (file) => file.startsWith(folder) && file.endsWith('.tsx'),
);
for (const message of found) console.error(relative('.', message));
process.exitCode = found.length > 0 ? 1 : 0;
