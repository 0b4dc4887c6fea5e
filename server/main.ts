/** The server process: reads settings, checks the address, opens the database, listens, and stops gracefully. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { PageRenderer } from '../contract/page';
import { openDatabase } from './db/openDatabase';
import { buildServer } from './buildServer';
import { handleHelpOptions } from './commandLine';
import { bootstrap, type FirstSuperuser } from './seed/bootstrap';
import { requireOwnerOnly, restrictNewFiles } from './db/dataFolder/ownerOnly';
import { explainFailure, explainUncaughtFailures } from './failures/explainFailure';
import { withDataDirErrors } from './db/dataFolder/fileFailures';
import { explainListenError, checkAddress } from './failures/checkAddress';
import { readSecret } from './db/dataFolder/secret';
import { readSettings, type Settings } from './settings/settings';
import { addSettingsFile } from './settings/settingsFile';
import { logDatabaseWarnings, logSettingsWarnings } from './startWarnings';
import { version } from './version';

/** Milliseconds that a graceful shutdown may take. */
const SHUTDOWN_TIMEOUT = 10_000;

/** Whether one of standard input, output and error is a terminal. */
const HAS_TERMINAL = [0, 1, 2].some((descriptor) => isatty(descriptor));

/** The built web app and the module that renders its pages; a build puts both beside the server. */
const webFolder = join(import.meta.dirname, '..', 'web');
const rendererFile = join(import.meta.dirname, '..', 'page', 'entry-server.js');

async function start(): Promise<void> {
  restrictNewFiles();
  explainUncaughtFailures();
  // There are no options, so any given one is a mistake.
  parseArgs();
  const settings = readSettings(addSettingsFile(process.env));
  // Check first: a mistyped PORT must not create a data folder, a secret and a super user.
  await checkAddress(settings);
  const backend = settings.API_URL ? undefined : await openBackend(settings);
  const renderer = await loadRenderer();
  // A closed terminal or a full disk takes no lines; the server goes on, and so does the log once it can be written. pino's own
  // stream would throw, and then wait for ever while the process exits (sonic-boom 4 repeats a failed write without an end).
  process.stdout.on('error', () => undefined);
  const logStream = process.stdout;
  const app = await buildServer({ settings, backend, webFolder, renderer, logStream });
  logSettingsWarnings(settings, app.log);
  if (backend) {
    const { db } = backend.database;
    const superuser = await bootstrap(db, settings);
    printFirstSuperuser(superuser);
    await logDatabaseWarnings(settings, db, app.log, superuser !== null);
  }

  const stop = (signal: string) => {
    app.log.info({ signal }, 'stopping');
    // Exit even if closing hangs: acknowledged writes are on disk.
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref();
    void app.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The terminal that started the server was closed. nohup redirects all three streams and ignores the signal, which Node
  // undoes.
  if (HAS_TERMINAL) process.once('SIGHUP', stop);
  else process.on('SIGHUP', () => undefined);

  const { TIME_ZONE: timeZone } = settings;
  app.log.info({ version, node: process.versions.node, timeZone }, 'starting');
  await app.listen({ host: settings.HOST, port: settings.PORT }).catch((error: unknown) => {
    throw explainListenError(error, settings);
  });
  process.stdout.write(`\nReferral Desk is at ${settings.PUBLIC_URL}\n\n`);
}

/** Loads the page renderer; undefined where the web app is not built, as in development. */
async function loadRenderer(): Promise<PageRenderer | undefined> {
  if (!existsSync(rendererFile)) return undefined;
  return (await import(pathToFileURL(rendererFile).href)) as PageRenderer;
}

async function openBackend(settings: Settings) {
  // Needed with a PostgreSQL, too: without SMTP_URL, mails are written there as files.
  withDataDirErrors(settings.DATA_DIR, () => requireOwnerOnly(settings.DATA_DIR));
  const database = await openDatabase(settings);
  return { database, secret: withDataDirErrors(settings.DATA_DIR, () => readSecret(settings)) };
}

/** Prints the first super user for the operator at the terminal. The password appears only here, once, and in no log. */
function printFirstSuperuser(superuser: FirstSuperuser | null): void {
  if (!superuser) return;
  const password = superuser.password
    ? `${superuser.password}   (shown this once: keep it)`
    : 'as set by SUPERUSER_PASSWORD';
  process.stdout.write(
    `\nThe first super user:\n  e-mail:   ${superuser.email}\n  password: ${password}\n`,
  );
}

handleHelpOptions(`
npm start  or: node dist/server/main.js

Runs the Referral Desk server until SIGTERM or SIGINT.`);

start().catch((error: unknown) => {
  process.stderr.write(`Referral Desk cannot start.\n${explainFailure(error)}\n`);
  process.exit(1);
});
