/** The version and usage output of the built programs. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { makeTemporaryDataDir, requireBuild, getJson, startServer } from '../support/processCalls';

requireBuild();

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
/** The version of the package, with the revision it was built from. */
const VERSION = new RegExp(`${version.replaceAll('.', String.raw`\.`)}\\+[\\w.-]{7,}`);

it.each(['main', 'backup', 'restore', 'verify-audit'])(
  '%s prints its version and its usage and does nothing else',
  async (name) => {
    const DATA_DIR = makeTemporaryDataDir();
    const ask = async (word: string) => {
      const program = [`dist/server/${name}.js`, word];
      const { stdout } = await promisify(execFile)(process.execPath, program, {
        env: { PATH: process.env.PATH, DATA_DIR, PORT: 'not a port' },
      });
      return stdout;
    };
    expect(await ask('--version')).toMatch(VERSION);
    expect(await ask('--help')).toContain(`node dist/server/${name}.js`);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  },
);

it('the server reports its version in `meta` and in its log', async () => {
  const server = await startServer(makeTemporaryDataDir());
  const meta = await getJson(server, '/meta', z.object({ version: z.string() }));
  expect(meta.version).toMatch(VERSION);
  expect(server.output()).toContain(`"version":"${meta.version}"`);
});
