/**
 * How a command asks the server process for a copy of the embedded database, which only that process can make: through a
 * Unix socket in the data folder, which nobody but its owner can reach.
 */
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** The answer: empty when the copy is there, else what went wrong. */
const answerSchema = z.object({ error: z.string().optional() });
export type CopyResponse = z.output<typeof answerSchema>;

const NAME = 'control.sock';
/** What fits into an address of the kernel's, its final zero left out; a few bytes less elsewhere than on Linux. */
const LONGEST = process.platform === 'linux' ? 107 : 103;

/**
 * The address of the socket. Where the path is too long for one, Linux knows the folder by a shorter name while it is open.
 * @returns `done` must be called when the socket is closed
 * @throws Error, in words, where there is no way round
 */
export function openSocketPath(dataDir: string): { path: string; done: () => void } {
  const path = join(dataDir, NAME);
  if (Buffer.byteLength(path) <= LONGEST) return { path, done: () => undefined };
  if (process.platform !== 'linux') {
    throw new Error(
      `The path of the data folder is too long to back up while the server runs: ${dataDir}\n` +
        'Stop the server for it, or move the folder to a shorter path.',
    );
  }
  const folder = openSync(dataDir, 'r');
  return { path: `/proc/self/fd/${folder}/${NAME}`, done: () => closeSync(folder) };
}

/**
 * Has the server that holds the data folder copy its database to the folder for copies.
 * @throws Error, in words, when there is no such server, or it cannot
 */
export async function requestCopy(dataDir: string): Promise<void> {
  const { path, done } = openSocketPath(dataDir);
  try {
    const answer = await text(connect(path));
    const { error } = answerSchema.parse(JSON.parse(answer));
    if (error !== undefined) throw new Error(error);
  } catch (error) {
    if (isSilence(error)) {
      throw new Error(
        'The data folder is in use by a process that cannot be asked for a copy of it: another command, or a server that is starting or stopping. Try again when it is done.',
        { cause: error },
      );
    }
    throw error;
  } finally {
    done();
  }
}

/** No socket, nobody at it, or one who left without an answer. */
const isSilence = (error: unknown) =>
  error instanceof SyntaxError ||
  (error instanceof Error &&
    'code' in error &&
    ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String(error.code)));
