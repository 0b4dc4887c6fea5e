import { version as declared } from '../package.json';

/** Which sources it was built from; put in by vite.server.config.ts, and absent where nothing was built. */
declare const BUILT_FROM: string | undefined;

/**
 * The version of the package and, behind a `+`, the commit it was built from. Shown by `--version`, in the log at each start,
 * in `meta`, in the API document and in backups.
 */
export const version: string =
  typeof BUILT_FROM === 'string' ? `${declared}+${BUILT_FROM}` : declared;
