/** The commands of the database, run while a server runs on the same one. */
import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../support/engines';
import { addGuest, folder, needsBuild, start, storedNames } from '../support/processCalls';
import { SUPERUSER, unique } from '../support/world';

needsBuild();

/** Runs a command as somebody at a terminal does. */
function run(script: string, options: string[], environment: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((done) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', script, ...options],
      { env: { PATH: process.env.PATH, SUPERUSER_PASSWORD: SUPERUSER.password, ...environment } },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

describe.each([
  { command: 'seed', script: 'scripts/seed.ts', options: ['--referrals', '3'] },
  { command: 'verify-audit', script: 'scripts/verifyAudit.ts', options: [] },
])('npm run $command', ({ script, options }) => {
  it('refuses the folder of a running server, in words, and leaves it alone', async () => {
    const dataDir = folder();
    const server = await start(dataDir);
    const before = unique('Before');
    expect(await addGuest(server, before)).toMatchObject({ status: 200 });
    const { code, output } = await run(script, options, { DATA_DIR: dataDir });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('in use by another Referral Desk'),
    });
    expect(output).not.toMatch(/^\s+at /m);
    const after = unique('After');
    expect(await addGuest(server, after)).toMatchObject({ status: 200 });
    expect(await server.stop()).toBe(0);
    expect(await storedNames({ DATA_DIR: dataDir })).toEqual([before, after].toSorted());
  });

  it('works on a PostgreSQL beside a running server, which goes on', async () => {
    const DATABASE_URL = await createDatabase();
    const environment = { DATABASE_URL };
    const server = await start(folder(), environment);
    const before = unique('Before');
    expect(await addGuest(server, before)).toMatchObject({ status: 200 });
    const into = script.includes('seed') ? ['--into', DATABASE_URL.replace(/.*\//, '')] : [];
    const { code, output } = await run(script, [...options, ...into], {
      DATA_DIR: folder(),
      ...environment,
    });
    expect({ code, output }).toMatchObject({ code: 0 });
    const after = unique('After');
    expect(await addGuest(server, after)).toMatchObject({ status: 200 });
    expect(await storedNames({ DATA_DIR: folder(), ...environment })).toEqual(
      expect.arrayContaining([before, after]),
    );
  });
});
