/** The disk fails under the embedded database: the process exits at once and has all acknowledged data after a restart. */
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../server/db/openDatabase';
import { readSettings } from '../../server/settings/settings';
import { EXHAUSTIVE } from '../support/exhaustive';
import {
  addGuestReferral,
  makeTemporaryDataDir,
  requireBuild,
  preload,
  startServer,
  findStoredLastNames,
} from '../support/processCalls';
import { copyEmbeddedTemplate } from '../support/templates';
import { unique } from '../support/fixtures';

const CONCURRENT = 5;
const WORDS = 'Referral Desk exits now';

requireBuild();

// /proc shows which file is written.
describe.runIf(process.platform === 'linux')('the process', () => {
  it.each([
    ['writeSync', 'ENOSPC'],
    ['fsyncSync', 'EIO'],
    ['writeSync', 'none'],
    // server/db/embedded/fatalErrors.test.ts tests the other errors that end the process.
    ...(EXHAUSTIVE
      ? [
          ['writeSync', 'EIO'],
          ['writeSync', 'EFBIG'],
        ]
      : []),
  ])(
    'exits at once when %s fails with %s, and loses nothing that it acknowledged',
    async (...fault) => {
      const dataDir = makeTemporaryDataDir();
      const flag = join(makeTemporaryDataDir(), 'fault');
      const server = await startServer(dataDir, { DISK_FAULT: flag, ...preload('brokenDisk.ts') });
      const acknowledged = [unique('Before'), unique('Before')];
      for (const name of acknowledged) {
        expect(await addGuestReferral(server, name)).toMatchObject({ status: 200 });
      }

      writeFileSync(flag, fault.join(' '));
      const names = Array.from({ length: CONCURRENT }, () => unique('Meanwhile'));
      const answers = await Promise.all(
        names.map((name) => addGuestReferral(server, name).catch(() => null)),
      );
      expect(await server.exited).toBe(1);
      expect(answers.filter((answer) => answer?.status === 200)).toEqual([]);
      expect(server.output()).toContain(WORDS);
      expect(server.output()).not.toMatch(/Before|Meanwhile|^\s+at /m);

      rmSync(flag);
      const again = await startServer(dataDir);
      const after = unique('Room again');
      expect(await addGuestReferral(again, after)).toMatchObject({ status: 200 });
      expect(await again.stop()).toBe(0);
      // Writes in flight were not acknowledged: they may or may not be stored.
      const stored = (await findStoredLastNames({ DATA_DIR: dataDir })).filter(
        (name) => !names.includes(name),
      );
      expect(stored).toEqual([...acknowledged, after].toSorted());
    },
  );
});

/** Overwrites the first page of the county table. */
async function damageCounties(dataDir: string): Promise<void> {
  const database = await openDatabase(readSettings({ DATA_DIR: dataDir }));
  await database.db.execute(sql`checkpoint`);
  const found = await database.db.execute(sql`select pg_relation_filepath('county') as path`);
  await database.close();
  const { rows } = z.object({ rows: z.tuple([z.object({ path: z.string() })]) }).parse(found);
  const file = openSync(join(dataDir, 'postgres', rows[0].path), 'r+');
  writeSync(file, Buffer.alloc(8_192, 0xa5), 0, 8_192, 0);
  closeSync(file);
}

it('the process exits when it reads damaged database files', async () => {
  const dataDir = makeTemporaryDataDir();
  await copyEmbeddedTemplate(dataDir);
  await damageCounties(dataDir);
  const server = await startServer(dataDir).catch((error: unknown) => String(error));
  expect(server).toContain(WORDS);
  expect(server).toContain('XX00');
});
