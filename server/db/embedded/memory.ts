import { totalmem } from 'node:os';

const MEBIBYTE = 1024 * 1024;
/** Bytes that the embedded database needs while passwords are hashed; measured in docs/deploy.md. */
const REQUIRED_MEMORY = 768 * MEBIBYTE;

/** Memory available to this process, in bytes: the machine's, or the limit of its container or unit. */
const memoryLimit = () => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/**
 * Warns when there is too little memory for the embedded database. Linux kills a process that exceeds its limit with
 * SIGKILL, and a killed process cannot report anything.
 * @param available in bytes
 */
export function warnIfMemoryIsLow(available = memoryLimit()): void {
  if (available >= REQUIRED_MEMORY) return;
  const [has, needs] = [available, REQUIRED_MEMORY].map((bytes) => Math.floor(bytes / MEBIBYTE));
  process.stderr.write(
    `Warning: this process may use ${has} MiB of memory, and the embedded database needs up to ${needs}. With less memory the system may kill the process at any time. ` +
      'Raise the limit of the container or unit (MemoryMax), or use a PostgreSQL server (DATABASE_URL).\n',
  );
}
