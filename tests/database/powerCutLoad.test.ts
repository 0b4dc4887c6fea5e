/** Power cuts during many requests and checkpoints, at any disk operation of the embedded database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readCount, formatCount, SELECTED_ENGINES, printFigure } from '../support/durability';
import { startGuestLoad } from '../support/guestLoad';
import {
  makeTemporaryDataDir,
  requireBuild,
  preload,
  startServer,
  findStoredLastNames,
} from '../support/processCalls';

const CUTS = readCount('CRASH_CUTS', 2);
/** Each cut comes after 1 to this many acknowledged referrals. */
const MOST_BEFORE = 80;

requireBuild();

describe.runIf(process.platform === 'linux' && SELECTED_ENGINES.includes('PGlite'))(
  'the server on the embedded database, under load',
  () => {
    it(`loses nothing that it acknowledged in ${CUTS} power cuts, each on what the previous one left`, async () => {
      const parts = mkdtempSync(join(tmpdir(), 'referral-desk-cuts-'));
      onTestFinished(() => rmSync(parts, { recursive: true, force: true }));
      let dataDir = makeTemporaryDataDir();
      // A completed first start: process.test.ts tests a kill right after it.
      await (await startServer(dataDir)).stop();
      const acknowledged: string[] = [];
      for (let cut = 0; cut < CUTS; cut += 1) {
        const leaves = join(parts, `after cut ${cut}`);
        const server = await startServer(dataDir, {
          TRUST_PROXY: 'loopback',
          POWER_CUT_LEAVES: leaves,
          ...preload('powerCut.ts'),
        });
        const load = await startGuestLoad([server.url], { name: `Cut ${cut}` });
        await load.waitForAcknowledged(Math.ceil(Math.random() * MOST_BEFORE));
        server.signal('SIGUSR2');
        await server.exited;
        await load.stop();
        acknowledged.push(...load.acknowledged);
        dataDir = leaves;
        const stored = await findStoredLastNames({ DATA_DIR: dataDir });
        const lost = acknowledged.filter((name) => !stored.includes(name));
        const twice = stored.filter((name, index) => name === stored[index - 1]);
        expect({ cut, lost, twice }).toEqual({ cut, lost: [], twice: [] });
      }
      printFigure(
        `PGlite: ${CUTS} power cuts, ${formatCount(acknowledged.length)} acknowledged, 0 lost`,
      );
      expect(acknowledged.length).toBeGreaterThan(0);
    });
  },
);
