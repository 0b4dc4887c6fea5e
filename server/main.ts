/** The process: settings, database, listen, stop gracefully. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageDrawer } from '../contract/page';
import { openDatabase } from './db/openDatabase';
import { buildServer } from './buildServer';
import { firstStart, type FirstSuperuser } from './db/firstStart';
import { readSecret } from './secret';
import { readSettings, type Settings } from './settings';

const STOP_AFTER = 10_000;

/** Beside the built server; a build puts the web app there, and what draws its pages. */
const webFolder = join(import.meta.dirname, '..', 'web');
const drawerFile = join(import.meta.dirname, '..', 'page', 'drawPage.js');

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const backend = settings.API_URL ? undefined : await openBackend(settings);
  const drawer = await loadDrawer();
  const app = await buildServer({ settings, backend, webFolder, drawer });
  if (backend) announce(await firstStart(backend.database.db, settings));

  const stop = (signal: string) => {
    app.log.info({ signal }, 'stopping');
    // What hangs does not keep the process: acknowledged writes are on disk.
    setTimeout(() => process.exit(1), STOP_AFTER).unref();
    void app.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  await app.listen({ host: settings.HOST, port: settings.PORT });
  process.stdout.write(`\nReferral Desk is at ${settings.PUBLIC_URL}\n\n`);
}

/** Absent where the web app is not built, as while it is worked on. */
async function loadDrawer(): Promise<PageDrawer | undefined> {
  if (!existsSync(drawerFile)) return undefined;
  return (await import(pathToFileURL(drawerFile).href)) as PageDrawer;
}

async function openBackend(settings: Settings) {
  const database = await openDatabase(settings);
  return { database, secret: readSecret(settings) };
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

/** What went wrong, for the person at the terminal. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? `${error.message}. Choose another with PORT.` : error.message;
}

start().catch((error: unknown) => {
  process.stderr.write(`Referral Desk cannot start.\n${explain(error)}\n`);
  process.exit(1);
});
