import { totalmem } from 'node:os';

const MEBIBYTE = 1024 * 1024;
/** What the embedded database needs, in bytes, with passwords being hashed meanwhile; measured in docs/deploy.md. */
const NEEDED = 768 * MEBIBYTE;

/** How much memory this process may have, in bytes: the machine's, or what its container or unit is limited to. */
const limit = () => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/**
 * Says so when there is too little memory for the embedded database. Linux kills the process that asks for more, with
 * SIGKILL: then it is too late to say anything.
 * @param available in bytes
 */
export function warnOfLittleMemory(available = limit()): void {
  if (available >= NEEDED) return;
  const [has, needs] = [available, NEEDED].map((bytes) => Math.floor(bytes / MEBIBYTE));
  process.stderr.write(
    `Warning: this process may use ${has} MiB of memory, and the embedded database needs up to ${needs}. With less the system may kill it at any time. ` +
      'Raise the limit of the container or unit (MemoryMax), or use a PostgreSQL (DATABASE_URL).\n',
  );
}
