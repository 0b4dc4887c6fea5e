/** The process: settings, database, listen, stop gracefully. */
import { join } from 'node:path';
import { FolderInUseError } from './db/folderLock';
import { openDatabase } from './db/openDatabase';
import { buildServer } from './buildServer';
import { firstStart, type FirstSuperuser } from './firstStart';
import { readSecret } from './secret';
import { readSettings, type Settings } from './settings';

const STOP_AFTER = 10_000;

/** Beside the built server; a build puts the web app there. */
const webFolder = join(import.meta.dirname, '..', 'web');

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const backend = settings.API_URL ? undefined : await openBackend(settings);
  const app = await buildServer({ settings, backend, webFolder });
  const superuser = backend ? await firstStart(backend.database.db, settings) : null;

  const stop = (signal: string) => {
    app.log.info({ signal }, 'stopping');
    // What hangs does not keep the process: acknowledged writes are on disk.
    setTimeout(() => process.exit(1), STOP_AFTER).unref();
    void app.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  await app.listen({ host: settings.HOST, port: settings.PORT });
  announce(settings, superuser);
}

async function openBackend(settings: Settings) {
  const database = await openDatabase(settings);
  return { database, secret: readSecret(settings) };
}

/** For the person at the terminal; the password is shown here, once, and in no log. */
function announce(settings: Settings, superuser: FirstSuperuser | null): void {
  const lines = ['', `Referral Desk is at ${settings.PUBLIC_URL}`];
  if (superuser) {
    lines.push('', 'The first super user can log in now:', `  e-mail:   ${superuser.email}`);
    lines.push(
      superuser.password
        ? `  password: ${superuser.password}   (shown this once: keep it)`
        : '  password: as set by SUPERUSER_PASSWORD',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

start().catch((error: unknown) => {
  const isPlain = error instanceof FolderInUseError || !(error instanceof Error && 'code' in error);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Referral Desk cannot start.\n${message}\n`);
  if (!isPlain) process.stderr.write(`(${String((error as NodeJS.ErrnoException).code)})\n`);
  process.exit(1);
});
