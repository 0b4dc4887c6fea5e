/**
 * Disconnects clients that take nothing of what is to be sent to them. Node's own socket timeout restarts with each byte that the
 * client sends, and takes up to twice its time.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What Node's socket timeout itself compares; the public counters change only once a whole write is complete. */
interface SocketHandle {
  /** Bytes passed to the system or queued for it. */
  readonly bytesWritten: number;
  /** Bytes queued because the client, and so the system, takes no more. */
  readonly writeQueueSize: number;
}

interface Progress {
  /** Bytes that the system has taken. */
  readonly taken: number;
  /** When that was first seen; milliseconds of a monotonic clock. */
  readonly since: number;
}

export function disconnectStalled(
  server: Server,
  { sendTimeout, checkInterval }: { readonly sendTimeout: number; readonly checkInterval: number },
): void {
  const connections = new Map<Socket, Progress | undefined>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });
  const check = () => {
    for (const [socket, before] of connections) {
      const now = readProgress(socket);
      if (!now || !before || now.taken !== before.taken) connections.set(socket, now);
      else if (now.since - before.since >= sendTimeout) socket.destroy();
    }
  };
  server.on('listening', () => {
    const timer = setInterval(check, checkInterval).unref();
    server.once('close', () => clearInterval(timer));
  });
}

/** Undefined if there is nothing to send. A handler that is slow to respond therefore never counts. */
function readProgress(socket: Socket): Progress | undefined {
  const { _handle: handle } = socket as unknown as { _handle: SocketHandle | null };
  if (!handle || handle.writeQueueSize === 0) return undefined;
  return { taken: handle.bytesWritten - handle.writeQueueSize, since: performance.now() };
}
