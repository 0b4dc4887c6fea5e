/**
 * Disconnects clients that do not read their responses. Node's own socket timeout does not suffice: each byte that the client
 * sends restarts it, and it fires after up to twice its time.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The counters that Node's own socket timeout compares. The public counters change only when a whole write is complete. */
interface SocketHandle {
  /** Bytes passed to the system or queued for it. */
  readonly bytesWritten: number;
  /** Bytes queued because the system accepts no more until the client reads. */
  readonly writeQueueSize: number;
}

interface Progress {
  /** Bytes that the system has accepted. */
  readonly sent: number;
  /** When this number was first observed; milliseconds of a monotonic clock. */
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
      if (!now || !before || now.sent !== before.sent) connections.set(socket, now);
      else if (now.since - before.since >= sendTimeout) socket.destroy();
    }
  };
  server.on('listening', () => {
    const timer = setInterval(check, checkInterval).unref();
    server.once('close', () => clearInterval(timer));
  });
}

/** Returns undefined if there is nothing to send, so that a slow handler is never disconnected. */
function readProgress(socket: Socket): Progress | undefined {
  const { _handle: handle } = socket as unknown as { _handle: SocketHandle | null };
  if (!handle || handle.writeQueueSize === 0) return undefined;
  return { sent: handle.bytesWritten - handle.writeQueueSize, since: performance.now() };
}
