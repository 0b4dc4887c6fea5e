/** Database commands while a server runs on the same database. */
import { describe, expect, it } from 'vitest';
import { command } from '../support/commands';
import { createMigratedDatabase } from '../support/engines';
import {
  addGuestReferral,
  makeTemporaryDataDir,
  requireBuild,
  startServer,
  findStoredLastNames,
} from '../support/processCalls';
import { SUPERUSER } from '../support/superuser';
import { unique } from '../support/fixtures';

requireBuild();

const HEAD = { SUPERUSER_PASSWORD: SUPERUSER.password };

describe.each([
  { name: 'seed', options: ['--referrals', '3'] },
  { name: 'verifyAudit', options: [] },
] as const)('$name', ({ name, options }) => {
  it('refuses the folder of a running server with a clear message and changes nothing', async () => {
    const dataDir = makeTemporaryDataDir();
    const server = await startServer(dataDir);
    const before = unique('Before');
    expect(await addGuestReferral(server, before)).toMatchObject({ status: 200 });
    const { code, output } = await command(name, { DATA_DIR: dataDir, ...HEAD }, ...options);
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('in use by another Referral Desk'),
    });
    expect(output).not.toMatch(/^\s+at /m);
    const after = unique('After');
    expect(await addGuestReferral(server, after)).toMatchObject({ status: 200 });
    expect(await server.stop()).toBe(0);
    expect(await findStoredLastNames({ DATA_DIR: dataDir })).toEqual([before, after].toSorted());
  });

  it('works on PostgreSQL beside a running server, which keeps serving', async () => {
    const DATABASE_URL = await createMigratedDatabase();
    const environment = { DATABASE_URL };
    const server = await startServer(makeTemporaryDataDir(), environment);
    const before = unique('Before');
    expect(await addGuestReferral(server, before)).toMatchObject({ status: 200 });
    const into = name === 'seed' ? ['--into', DATABASE_URL.replace(/.*\//, '')] : [];
    const { code, output } = await command(
      name,
      { DATA_DIR: makeTemporaryDataDir(), ...HEAD, ...environment },
      ...options,
      ...into,
    );
    expect({ code, output }).toMatchObject({ code: 0 });
    const after = unique('After');
    expect(await addGuestReferral(server, after)).toMatchObject({ status: 200 });
    expect(await findStoredLastNames({ DATA_DIR: makeTemporaryDataDir(), ...environment })).toEqual(
      expect.arrayContaining([before, after]),
    );
  });
});
