/** Explains errors of the file system to the operator. */

/** Error code → why a path cannot be used. */
const REASONS: Record<string, string> = {
  EACCES: 'the user that runs this may not read or write there',
  EPERM: 'the user that runs this may not do that there',
  EROFS: 'its disk, or this part of it, is mounted read-only',
  EEXIST: 'a file stands in the place of a folder',
  ENOTDIR: 'a file stands in the place of a folder',
  EISDIR: 'a folder stands in the place of a file',
  ENOENT: 'it, or the folder it belongs in, does not exist, or a link leads nowhere',
  ELOOP: 'links lead in a circle',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
  EIO: 'its disk reports input/output errors',
  ENAMETOOLONG: 'the path is too long',
  EPIPE: 'the program that reads it has ended',
  EMFILE: 'this process may open no more files',
  ENFILE: 'the machine may open no more files',
};

interface FileError extends Error {
  readonly code: string;
  readonly path?: string;
}

const isFileError = (error: unknown): error is FileError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  Object.hasOwn(REASONS, error.code);

const describe = ({ code, path }: FileError) =>
  `${path ?? 'A file or pipe'} cannot be used: ${REASONS[code]} (${code})`;

/** @returns undefined for any other error */
export function explainFileFailure(error: unknown): string | undefined {
  return isFileError(error) ? `${describe(error)}.` : undefined;
}

/**
 * Runs work on files of the data folder.
 * @throws Error that names DATA_DIR and a remedy when the file system refuses
 */
export function withDataDirErrors<Result>(dataDir: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new Error(
      `${describe({ ...error, path: error.path ?? dataDir })}. ${remedyFor(error.code, dataDir)}`,
      { cause: error },
    );
  }
}

function remedyFor(code: string, dataDir: string): string {
  if (code === 'EACCES' || code === 'EPERM') {
    return `Give the folder to user number ${process.getuid?.()} (chown -R), run this as the user it belongs to, or name another folder with DATA_DIR.`;
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `Make room on the disk of ${dataDir}, or name a folder on another one with DATA_DIR.`;
  }
  return 'Correct that, or name another folder with DATA_DIR.';
}
