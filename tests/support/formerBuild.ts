/** A copy of the built product whose scripts and styles have other names, as those of another version have. */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const COMPRESSED = /\.(br|gz)$/;
const NAMES_FILES = /\.(js|css|html|json)$/;

/** Returns the server's entry file, and a function that removes the copy. */
export function copyAsFormerBuild(): { main: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-former-'));
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  cpSync('package.json', join(folder, 'package.json'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));

  const web = join(folder, 'dist', 'web');
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
  for (const file of files) if (COMPRESSED.test(file)) rmSync(join(web, file));
  const assets = readdirSync(join(web, 'assets'));
  const formerName = (name: string) => name.replace(/\.(\w+)$/, '_.$1');
  for (const name of files.filter((file) => NAMES_FILES.test(file))) {
    const path = join(web, name);
    let text = readFileSync(path, 'utf8');
    for (const asset of assets) text = text.replaceAll(asset, formerName(asset));
    writeFileSync(path, text);
  }
  for (const asset of assets)
    renameSync(join(web, 'assets', asset), join(web, 'assets', formerName(asset)));
  return {
    main: join(folder, 'dist', 'server', 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
