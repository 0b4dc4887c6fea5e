import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { stagedCopy, removeStaleFiles } from '../db/backup/stagingDir';
import { type CopyResponse, openSocketPath } from '../db/copyRequest';

/**
 * Lets the backup command ask for a copy of the embedded database while the server runs, through a socket in the data
 * folder: who connects is asking. A PostgreSQL needs no such thing, as the command reads it by itself.
 */
export const backupSocketPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const { DATA_DIR } = app.settings;
    const { copyTo } = app.database;
    app.addHook('onReady', () => removeStaleFiles(DATA_DIR));
    if (!copyTo) return;
    const place = stagedCopy(DATA_DIR);
    const removeCopy = () => rmSync(place, { recursive: true, force: true });
    const stopping = new AbortController();
    const sockets = new Set<Socket>();
    let work = Promise.resolve();

    const copyFor = async (socket: Socket): Promise<CopyResponse> => {
      try {
        removeCopy();
        const started = Date.now();
        const pause = await copyTo(place, stopping.signal);
        app.log.info({ ms: Date.now() - started, pause }, 'copied the database for a backup');
        // Who asked may have gone, and nobody else would take it away.
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
      // One after the other.
      const before = work;
      work = (async () => {
        await before;
        socket.end(JSON.stringify(await copyFor(socket)));
      })();
    });

    let address: ReturnType<typeof openSocketPath> | undefined;
    app.addHook('onReady', async () => {
      address = findAddress(app);
      if (!address) return;
      const { path } = address;
      // The folder is ours alone, so a socket that is there is of a process that was killed.
      rmSync(path, { force: true });
      await new Promise<void>((ready, fail) => {
        server.once('error', fail).listen(path, ready);
      });
      chmodSync(path, 0o600);
    });
    app.addHook('onClose', async () => {
      stopping.abort(new Error('it is being stopped.'));
      await work;
      for (const socket of sockets) socket.destroySoon();
      await new Promise((closed) => server.close(closed));
      address?.done();
    });
  },
  { name: 'backupSocket', dependencies: ['database', 'settings'] },
);

/** Nothing but backups while the server runs hangs on it. */
function findAddress(app: FastifyInstance): ReturnType<typeof openSocketPath> | undefined {
  try {
    return openSocketPath(app.settings.DATA_DIR);
  } catch (error) {
    app.log.warn(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
