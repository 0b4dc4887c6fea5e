import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { stagedCopy, removeStaleFiles } from '../../db/backup/stagingDir';
import { type CopyResponse, openSocketPath } from '../../db/backup/copyRequest';

/**
 * Lets the backup command request a copy of the embedded database while the server runs, through a Unix socket in the data
 * folder: a connection is the request. A PostgreSQL server needs none, because the command reads it directly.
 */
export const backupSocketPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const { DATA_DIR } = app.settings;
    const { copyTo } = app.database;
    app.addHook('onReady', () => removeStaleFiles(DATA_DIR));
    if (!copyTo) return;
    const copyPath = stagedCopy(DATA_DIR);
    const removeCopy = () => rmSync(copyPath, { recursive: true, force: true });
    const stopping = new AbortController();
    const sockets = new Set<Socket>();
    let queue = Promise.resolve();

    const copyFor = async (socket: Socket): Promise<CopyResponse> => {
      try {
        removeCopy();
        const started = Date.now();
        const pause = await copyTo(copyPath, stopping.signal);
        app.log.info({ ms: Date.now() - started, pause }, 'copied the database for a backup');
        // If the client has disconnected, nothing else would remove the copy.
        if (socket.destroyed) removeCopy();
        return {};
      } catch (error) {
        removeCopy();
        const reason = error instanceof Error ? error.message : String(error);
        app.log.error({ reason }, 'could not copy the database for a backup');
        return { error: `The server could not copy its database: ${reason}` };
      }
    };
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined).resume();
      // One copy at a time.
      const previous = queue;
      queue = (async () => {
        await previous;
        socket.end(JSON.stringify(await copyFor(socket)));
      })();
    });

    let address: ReturnType<typeof openSocketPath> | undefined;
    app.addHook('onReady', async () => {
      address = openAddress(app);
      if (!address) return;
      const { path } = address;
      // The data folder is locked by this process, so an existing socket is left over from a killed process.
      rmSync(path, { force: true });
      await new Promise<void>((ready, fail) => {
        server.once('error', fail).listen(path, ready);
      });
      chmodSync(path, 0o600);
    });
    app.addHook('onClose', async () => {
      stopping.abort(new Error('it is being stopped.'));
      await queue;
      for (const socket of sockets) socket.destroySoon();
      await new Promise((closed) => server.close(closed));
      address?.done();
    });
  },
  { name: 'backupSocket', dependencies: ['database', 'settings'] },
);

/** Logs a failure instead of throwing: only backups while the server runs need the socket. */
function openAddress(app: FastifyInstance): ReturnType<typeof openSocketPath> | undefined {
  try {
    return openSocketPath(app.settings.DATA_DIR);
  } catch (error) {
    app.log.warn(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
