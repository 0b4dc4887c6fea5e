/**
 * Lets a command request a copy of the embedded database from the server process, which alone can make one. The request goes
 * through a Unix socket in the data folder, which only the folder's owner can reach.
 */
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** The response: empty when the copy is complete, otherwise the error message. */
const responseSchema = z.object({ error: z.string().optional() });
export type CopyResponse = z.output<typeof responseSchema>;

const SOCKET_NAME = 'control.sock';
/** The longest path of a Unix socket, in bytes without the final zero. Other systems allow a few bytes less than Linux. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/**
 * Returns the path of the socket. If the path is too long, Linux offers a shorter one through `/proc/self/fd` while the folder
 * is open.
 * @returns `done` closes the folder; call it when the socket is closed
 * @throws Error with a message for the operator when the path is too long and the system is not Linux
 */
export function openSocketPath(dataDir: string): { path: string; done: () => void } {
  const path = join(dataDir, SOCKET_NAME);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return { path, done: () => undefined };
  if (process.platform !== 'linux') {
    throw new Error(
      `The path of the data folder is too long to back up while the server runs: ${dataDir}\n` +
        'Stop the server for the backup, or move the folder to a shorter path.',
    );
  }
  const folder = openSync(dataDir, 'r');
  return { path: `/proc/self/fd/${folder}/${SOCKET_NAME}`, done: () => closeSync(folder) };
}

/**
 * Asks the server that holds the data folder to copy its database into the staging directory.
 * @throws Error with a message for the operator when no server answers, or when the copy fails
 */
export async function requestCopy(dataDir: string): Promise<void> {
  const { path, done } = openSocketPath(dataDir);
  try {
    const response = await text(connect(path));
    const { error } = responseSchema.parse(JSON.parse(response));
    if (error !== undefined) throw new Error(error);
  } catch (error) {
    if (isNoResponse(error)) {
      throw new Error(
        'The data folder is in use by a process that does not answer copy requests: another command, or a server that is starting or stopping. Try again when it is done.',
        { cause: error },
      );
    }
    throw error;
  } finally {
    done();
  }
}

/** No socket, no listener, or a connection that closed without a response. */
const isNoResponse = (error: unknown) =>
  error instanceof SyntaxError ||
  (error instanceof Error &&
    'code' in error &&
    ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String(error.code)));
