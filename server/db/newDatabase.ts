import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where a build keeps the folder that `initdb` made, from `dist` on. */
export const NEW_DATABASE = 'database/new.tar.gz';

/**
 * The folder of a new database, packed, as `npm run build` has made it: unpacking it takes less than half the memory and the
 * time of `initdb`. Undefined where nothing was built, as in tests; PGlite then runs `initdb` itself.
 */
export function readNewDatabase(): File | undefined {
  // Beside the folder of the built server.
  const path = join(import.meta.dirname, '..', NEW_DATABASE);
  if (!existsSync(path)) return undefined;
  return new File([readFileSync(path)], basename(path), { type: 'application/gzip' });
}
