/** Database commands while a server runs on the same database. */
import { describe, expect, it } from 'vitest';
import { command } from '../support/commands';
import { createMigrated } from '../support/engines';
import { addGuest, folder, needsBuild, start, storedNames } from '../support/processCalls';
import { SUPERUSER, unique } from '../support/world';

needsBuild();

const HEAD = { SUPERUSER_PASSWORD: SUPERUSER.password };

describe.each([
  { name: 'seed', options: ['--referrals', '3'] },
  { name: 'verifyAudit', options: [] },
] as const)('$name', ({ name, options }) => {
  it('refuses the folder of a running server with a clear message and changes nothing', async () => {
    const dataDir = folder();
    const server = await start(dataDir);
    const before = unique('Before');
    expect(await addGuest(server, before)).toMatchObject({ status: 200 });
    const { code, output } = await command(name, { DATA_DIR: dataDir, ...HEAD }, ...options);
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

  it('works on PostgreSQL beside a running server, which keeps serving', async () => {
    const DATABASE_URL = await createMigrated();
    const environment = { DATABASE_URL };
    const server = await start(folder(), environment);
    const before = unique('Before');
    expect(await addGuest(server, before)).toMatchObject({ status: 200 });
    const into = name === 'seed' ? ['--into', DATABASE_URL.replace(/.*\//, '')] : [];
    const { code, output } = await command(
      name,
      { DATA_DIR: folder(), ...HEAD, ...environment },
      ...options,
      ...into,
    );
    expect({ code, output }).toMatchObject({ code: 0 });
    const after = unique('After');
    expect(await addGuest(server, after)).toMatchObject({ status: 200 });
    expect(await storedNames({ DATA_DIR: folder(), ...environment })).toEqual(
      expect.arrayContaining([before, after]),
    );
  });
});
