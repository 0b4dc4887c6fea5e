/** Explains to the operator why a PostgreSQL cannot be used, from the errors of the driver and of PostgreSQL. */

/** The properties that identify a fault. PostgreSQL translates its messages, but not its codes and routine names. */
interface Fault {
  readonly code: string;
  readonly message: string;
  readonly routine: string;
  readonly syscall: string;
  /** The host, address or file concerned, as far as the system reports it. */
  readonly place: string;
}

interface Explanation {
  readonly when: Partial<Record<'code' | 'message' | 'routine' | 'syscall', RegExp>>;
  readonly say: string | ((fault: Fault) => string);
}

const UNREACHED = 'The PostgreSQL of DATABASE_URL cannot be reached';

/** The first match applies. */
const EXPLANATIONS: readonly Explanation[] = [
  {
    when: { code: /^ENOTFOUND$/, syscall: /getaddrinfo/ },
    say: ({ place }) =>
      `${UNREACHED}: there is no host ${place}. Correct the host in DATABASE_URL, or the name service of this machine.`,
  },
  {
    when: { code: /^EAI_/ },
    say: ({ place }) =>
      `${UNREACHED}: the name service does not answer when asked for ${place}. Correct the host in DATABASE_URL, or the name service of this machine.`,
  },
  {
    when: { code: /^(ECONNREFUSED|ENOENT|EACCES)$/, syscall: /connect/ },
    say: ({ place }) =>
      `${UNREACHED}: nothing listens at ${place}. Start it, or correct host and port in DATABASE_URL.`,
  },
  {
    when: { code: /^(ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/ },
    say: ({ place, code }) =>
      `${UNREACHED}: there is no way to ${place} (${code}). Correct host and port in DATABASE_URL, or open the firewall in between.`,
  },
  {
    when: { message: /connection timeout|^timeout e/ },
    say: `${UNREACHED}: it does not answer in time. Correct host and port in DATABASE_URL, open the firewall in between, or check whether that machine is overloaded.`,
  },
  {
    when: { message: /open '.*\.(pem|crt|cer|key)'/, syscall: /^open$/ },
    say: ({ place, code }) =>
      `The file ${place}, which DATABASE_URL names for TLS, cannot be read (${code}). Correct its path, or let the user that runs this read it.`,
  },
  {
    when: { message: /does not support SSL/ },
    say: 'The PostgreSQL of DATABASE_URL has no TLS. Enable it there (ssl = on), or, if the network in between is private, remove sslmode from DATABASE_URL.',
  },
  {
    when: {
      code: /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|CERT_|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/,
    },
    say: ({ code }) =>
      `The certificate of the PostgreSQL of DATABASE_URL cannot be verified (${code}). Name the certificate of its authority with sslrootcert=FILE in DATABASE_URL, and the host as the certificate does.`,
  },
  {
    when: { message: /establishing an SSL connection/ },
    say: 'What answers at host and port of DATABASE_URL is not a PostgreSQL: it cannot start TLS. Correct host and port.',
  },
  {
    when: { code: /^(EPROTO|ERR_SSL_.*)$/ },
    say: ({ code }) =>
      `TLS with the PostgreSQL of DATABASE_URL fails (${code}). Compare its TLS versions and certificates with this machine's.`,
  },
  {
    when: { message: /received invalid response/ },
    say: 'What answers at host and port of DATABASE_URL is not a PostgreSQL. Correct host and port.',
  },
  {
    when: { code: /^ECONNRESET$/ },
    say: ({ code }) =>
      `The PostgreSQL of DATABASE_URL reset the connection (${code}). Check that host and port are those of a PostgreSQL, and read its log.`,
  },
  {
    when: { message: /^(Connection terminated|Client has encountered a connection error)/ },
    say: 'What answers at host and port of DATABASE_URL closed the connection without an error. Check that they are those of a PostgreSQL, and read its log.',
  },
  {
    when: { code: /^28P01$/ },
    say: 'The PostgreSQL of DATABASE_URL refuses user or password. Correct them in DATABASE_URL; special characters of a password must be percent-encoded there (@ is %40, / is %2F).',
  },
  {
    when: { message: /^SASL: .*password must be/ },
    say: 'The PostgreSQL of DATABASE_URL asks for a password, and DATABASE_URL has none. Add it after the user: postgres://user:password@host/database.',
  },
  {
    when: { message: /^SASL: / },
    say: 'The PostgreSQL of DATABASE_URL does not prove that it knows the password (SCRAM). Correct host and password in DATABASE_URL.',
  },
  {
    when: { code: /^28000$/, routine: /^ClientAuthentication$/ },
    say: 'The PostgreSQL of DATABASE_URL does not let this user into this database from this machine. Add a line to its pg_hba.conf, or, if that asks for TLS, sslmode=verify-full to DATABASE_URL.',
  },
  {
    when: { code: /^28/ },
    say: 'The PostgreSQL of DATABASE_URL does not know its user, or does not let it log in. Correct the user in DATABASE_URL, or create it: create role … login password …;',
  },
  {
    when: { code: /^3D000$/ },
    say: 'The database that DATABASE_URL names does not exist. Correct its name there, or create it: create database … owner …;',
  },
  {
    when: { code: /^08P01$/, message: /startup parameter/ },
    say: 'The pooler at DATABASE_URL refuses startup parameters. In PgBouncer set ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout.',
  },
  {
    when: { code: /^(08|58000$)/ },
    say: ({ message, code }) =>
      `The pooler or proxy at DATABASE_URL cannot reach its PostgreSQL (${code}: ${message}). Check that it runs, and read its log.`,
  },
  {
    when: { code: /^53300$/ },
    say: 'The PostgreSQL of DATABASE_URL has no connection left. Raise its max_connections (or the limit of the user or database) to more than ten for each process of Referral Desk.',
  },
  {
    when: { code: /^(57P03|57P01|57P02)$/ },
    say: 'The PostgreSQL of DATABASE_URL is starting or stopping. Start again when it runs.',
  },
  {
    when: { code: /^(53100|53200)$/ },
    say: ({ code }) =>
      `The machine of the PostgreSQL of DATABASE_URL has no disk or memory left (${code}). Make room there.`,
  },
  {
    when: { code: /^25006$/ },
    say: 'The PostgreSQL of DATABASE_URL is read-only: it is a standby, or configured so. Name the primary in DATABASE_URL.',
  },
  {
    when: { code: /^42501$/ },
    say: 'The user of DATABASE_URL may not create tables, or the extension pg_trgm, in its database. Make it the owner of the database and of all tables in it: alter database … owner to …;',
  },
  {
    when: { code: /^42704$/, message: /gin_trgm_ops/ },
    say: 'The extension pg_trgm is in a schema that is not in the search_path of the user of DATABASE_URL. Run in its database, as the owner of the extension: alter extension pg_trgm set schema public; or add that schema to the path: alter role … set search_path = public, …;',
  },
  {
    when: { code: /^3F000$/ },
    say: 'The search_path of the user of DATABASE_URL names no schema that exists in the database. Create it, or run there: alter role … set search_path = public;',
  },
  {
    when: { code: /^(0A000|58P01|42704)$/, message: /pg_trgm|extension/ },
    say: 'The PostgreSQL of DATABASE_URL lacks the extension pg_trgm. Install the package with its extensions (postgresql-contrib), or allow it there.',
  },
  {
    when: { code: /^(42P01|42P07|42703|42710|42723|42804|42809|42P16)$/ },
    say: ({ message, code }) =>
      `The database of DATABASE_URL holds tables that are not as Referral Desk makes them: another program's, or changed by hand (${code}: ${message}). Name a database of its own in DATABASE_URL.`,
  },
];

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function readFault(error: Error): Fault {
  const { code, routine, syscall, hostname, path, address, port } = error as unknown as Record<
    string,
    unknown
  >;
  const place =
    text(hostname) ||
    text(path) ||
    [text(address), port].filter((part) => part !== '' && part).join(':');
  return {
    code: text(code),
    message: error.message,
    routine: text(routine),
    syscall: text(syscall),
    place: place || 'that address',
  };
}

/** @returns undefined for an error that does not concern a PostgreSQL */
export function explainDatabaseFailure(error: Error): string | undefined {
  const fault = readFault(error);
  const explanation = EXPLANATIONS.find(({ when }) =>
    Object.entries(when).every(([clue, pattern]) => pattern.test(fault[clue as keyof Fault])),
  );
  return typeof explanation?.say === 'function' ? explanation.say(fault) : explanation?.say;
}
