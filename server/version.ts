import { version as declared } from '../package.json';

/** The sources it was built from; defined by vite.server.config.ts, absent when the sources run directly. */
declare const BUILT_FROM: string | undefined;

/**
 * The version of the package and, after a `+`, the commit it was built from. Appears in `--version`, the log at each start,
 * `meta`, the API document and backups.
 */
export const version: string =
  typeof BUILT_FROM === 'string' ? `${declared}+${BUILT_FROM}` : declared;
