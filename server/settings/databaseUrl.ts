import pg from 'pg';

/** The settings that name a database. */
interface DatabaseSettings {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string | undefined;
}

/**
 * Whether pg can parse a database URL. Other faults, such as a missing certificate file, are reported when the connection is
 * opened.
 */
export function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false;
  try {
    return new pg.Client({ connectionString: text }) instanceof pg.Client;
  } catch (error) {
    return !(error instanceof URIError || error instanceof TypeError);
  }
}

/** Describes the database that the settings name, for a person; never includes its user or password. */
export function describeDatabase({ DATA_DIR, DATABASE_URL }: DatabaseSettings): string {
  if (!DATABASE_URL) return `the embedded database in ${DATA_DIR}`;
  // Resolves the URL like the connections do: PGHOST and the other PG* variables supply what the URL omits.
  const { database, host, port } = new pg.Client({ connectionString: DATABASE_URL });
  const place = host.startsWith('/') ? `behind the socket in ${host}` : `at ${host}:${port}`;
  return `the PostgreSQL database ${database ?? ''} ${place}`;
}
