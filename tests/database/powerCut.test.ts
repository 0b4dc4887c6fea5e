/** Data that the embedded database has acknowledged is on disk, even if the power fails right afterwards. */
import type * as FileSystem from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { asc } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as schema from '../../server/db/schema';
import { FsyncNodeFs, openPGlite, syncNewFolder } from '../../server/db/embedded/fsyncNodeFs';
import { migrate } from '../../server/db/migrate';
import { thorough } from '../support/exhaustive';
import { DiskImage } from '../support/diskImage';

const { county } = schema;
const watched = vi.hoisted(() => ({ flushed: (_descriptor: number): void => undefined }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof FileSystem>();
  return {
    ...fs,
    fsyncSync(descriptor: number) {
      fs.fsyncSync(descriptor);
      watched.flushed(descriptor);
    },
  };
});

const CUTS = thorough(2, 6);
const ROWS_BETWEEN = 20;
// /proc shows which file was flushed.
describe.runIf(process.platform === 'linux')('the embedded database', () => {
  it('has every acknowledged row after a power cut', async () => {
    const image = watchDisk();
    const folder = newFolder();
    const database = await open(folder);
    const acknowledged: string[] = [];
    for (let cut = 0; cut < CUTS; cut += 1) {
      for (let row = 0; row < ROWS_BETWEEN; row += 1) {
        const id = `row-${String(acknowledged.length).padStart(4, '0')}`;
        await database.db.insert(county).values({ id, name: id });
        acknowledged.push(id);
      }
      expect(await rowsAfterCut(image, folder)).toEqual(acknowledged);
    }
  });

  it('loses rows in the same power cut with the defaults of PGlite, so this test can fail', async () => {
    const image = watchDisk();
    const folder = newFolder();
    await (await open(folder)).close();
    const client = await PGlite.create({
      fs: new FsyncNodeFs(join(folder, 'postgres')),
      extensions: { pg_trgm },
    });
    onTestFinished(() => client.close());
    await client.query(`insert into county (id, name) values ('row', 'row')`);
    expect(await rowsAfterCut(image, folder)).toEqual([]);
  });
});

function watchDisk(): DiskImage {
  const image = new DiskImage();
  watched.flushed = (descriptor) => image.recordFlush(descriptor);
  onTestFinished(() => {
    watched.flushed = () => undefined;
  });
  return image;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-power-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens it in this thread, whose disk is watched, and not in one of its own. */
async function open(dataDir: string) {
  const folder = join(dataDir, 'postgres');
  const client = await openPGlite(folder);
  onTestFinished(() => client.close().catch(() => undefined));
  const db = drizzle(client, { schema });
  await migrate(db);
  await syncNewFolder(client, folder);
  return { db, close: () => client.close() };
}

/** Opens what is left of a folder. Returns the rows in it. */
async function rowsAfterCut(image: DiskImage, folder: string): Promise<string[]> {
  const left = newFolder();
  image.restore(folder, left);
  const database = await open(left);
  const rows = await database.db.select({ id: county.id }).from(county).orderBy(asc(county.id));
  await database.close();
  return rows.map((row) => row.id);
}
