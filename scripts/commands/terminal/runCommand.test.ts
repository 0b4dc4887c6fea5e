import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const QUERY_ERROR = `new DrizzleQueryError('insert into referral', ['Maria'], new Error('broken'))`;

/** Runs a command with the given body in its own process. */
const run = (body: string) =>
  spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      `import { DrizzleQueryError } from 'drizzle-orm/errors';
       import { runCommand } from './scripts/commands/terminal/runCommand.ts';
       await runCommand(async () => { ${body} });`,
    ],
    { encoding: 'utf8' },
  );

it.each([
  ['thrown', `throw ${QUERY_ERROR};`],
  ['thrown where nobody waits', `setTimeout(() => { throw ${QUERY_ERROR}; });`],
  ['of a promise that nobody awaits', `void Promise.reject(${QUERY_ERROR});`],
])('prints neither statement nor values of an error %s', (_how, body) => {
  const { status, stdout, stderr } = run(body);
  expect([status, stdout, stderr]).toEqual([1, '', 'broken\n']);
});
