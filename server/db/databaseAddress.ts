import pg from 'pg';
import type { Settings } from '../settings';

type Named = Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>;

/**
 * Whether pg can make anything of an address. What else is wrong with it, such as a certificate that is not there, is said
 * when it is opened.
 */
export function isDatabaseAddress(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false;
  try {
    return new pg.Client({ connectionString: text }) instanceof pg.Client;
  } catch (error) {
    return !(error instanceof URIError || error instanceof TypeError);
  }
}

/** Which database the settings name, for a person: never its user or password. */
export function describeDatabase({ DATA_DIR, DATABASE_URL }: Named): string {
  if (!DATABASE_URL) return `the embedded database in ${DATA_DIR}`;
  // As the connections are made: what the address leaves open comes from PGHOST and its like.
  const { database, host, port } = new pg.Client({ connectionString: DATABASE_URL });
  const place = host.startsWith('/') ? `behind the socket in ${host}` : `at ${host}:${port}`;
  return `the PostgreSQL database ${database ?? ''} ${place}`;
}
