/** The process: settings, address, database, listen, stop gracefully. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { PageDrawer } from '../contract/page';
import { openDatabase } from './db/openDatabase';
import { buildServer } from './buildServer';
import { answerHelp } from './commandLine';
import { bootstrap, type FirstSuperuser } from './db/bootstrap';
import { requireOwnerOnly, restrictNewFiles } from './db/ownerOnly';
import { explainFailure } from './failures/explainFailure';
import { inDataDir } from './failures/fileFailures';
import { explainAddress, tryAddress } from './failures/tryAddress';
import { readSecret } from './secret';
import { readSettings, type Settings } from './settings';
import { addSettingsFile } from './settingsFile';
import { warnOfDatabase, warnOfSettings } from './startWarnings';
import { version } from './version';

const STOP_AFTER = 10_000;

/** Beside the built server; a build puts the web app there, and what draws its pages. */
const webFolder = join(import.meta.dirname, '..', 'web');
const drawerFile = join(import.meta.dirname, '..', 'page', 'drawPage.js');

async function start(): Promise<void> {
  restrictNewFiles();
  // Takes no options: one that is given is a mistake.
  parseArgs();
  const settings = readSettings(addSettingsFile(process.env));
  // Before anything is made: who mistypes PORT gets no data folder, no secret and no super user.
  await tryAddress(settings);
  const backend = settings.API_URL ? undefined : await openBackend(settings);
  const drawer = await loadDrawer();
  const app = await buildServer({ settings, backend, webFolder, drawer });
  warnOfSettings(settings, app.log);
  if (backend) {
    const { db } = backend.database;
    const superuser = await bootstrap(db, settings);
    announce(superuser);
    await warnOfDatabase(settings, db, app.log, superuser !== null);
  }

  const stop = (signal: string) => {
    app.log.info({ signal }, 'stopping');
    // What hangs does not keep the process: acknowledged writes are on disk.
    setTimeout(() => process.exit(1), STOP_AFTER).unref();
    void app.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The terminal it was started in has closed.
  process.once('SIGHUP', stop);

  app.log.info({ version, node: process.versions.node }, 'starting');
  await app.listen({ host: settings.HOST, port: settings.PORT }).catch((error: unknown) => {
    throw explainAddress(error, settings);
  });
  process.stdout.write(`\nReferral Desk is at ${settings.PUBLIC_URL}\n\n`);
}

/** Absent where the web app is not built, as while it is worked on. */
async function loadDrawer(): Promise<PageDrawer | undefined> {
  if (!existsSync(drawerFile)) return undefined;
  return (await import(pathToFileURL(drawerFile).href)) as PageDrawer;
}

async function openBackend(settings: Settings) {
  // Also beside a PostgreSQL: without SMTP_URL, mails become files there.
  inDataDir(settings.DATA_DIR, () => requireOwnerOnly(settings.DATA_DIR));
  const database = await openDatabase(settings);
  return { database, secret: inDataDir(settings.DATA_DIR, () => readSecret(settings)) };
}

/** For the person at the terminal; the password is shown here, once, at once, and in no log. */
function announce(superuser: FirstSuperuser | null): void {
  if (!superuser) return;
  const password = superuser.password
    ? `${superuser.password}   (shown this once: keep it)`
    : 'as set by SUPERUSER_PASSWORD';
  process.stdout.write(
    `\nThe first super user:\n  e-mail:   ${superuser.email}\n  password: ${password}\n`,
  );
}

answerHelp(`
npm start  or: node dist/server/main.js

Is the server of Referral Desk, until SIGTERM or SIGINT.`);

start().catch((error: unknown) => {
  process.stderr.write(`Referral Desk cannot start.\n${explainFailure(error)}\n`);
  process.exit(1);
});
