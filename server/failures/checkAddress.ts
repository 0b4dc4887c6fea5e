/** Checks that the server can listen on HOST and PORT, before anything is opened or created. */
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Settings } from '../settings/settings';

type Address = Pick<Settings, 'HOST' | 'PORT'>;

/** @throws Error with an explanation for the operator */
export async function checkAddress(address: Address): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: address.HOST, port: address.PORT }, resolve);
    });
    // Fastify lists the network interfaces when it listens on all of them.
    if (['0.0.0.0', '::'].includes(address.HOST)) networkInterfaces();
  } catch (error) {
    throw explainListenError(error, address);
  } finally {
    if (server.listening) await new Promise((done) => server.close(done));
  }
}

/** Explains to the operator why the server cannot listen. */
export function explainListenError(error: unknown, { HOST, PORT }: Address): Error {
  const { code } = error as NodeJS.ErrnoException;
  const explanations: Record<string, string> = {
    EADDRINUSE: `PORT ${PORT} at ${HOST} is in use by another program. Stop that one, or choose another PORT.`,
    EADDRNOTAVAIL: `HOST ${HOST} is not an address of this machine. Set HOST to one it has, such as 127.0.0.1, or to 0.0.0.0 for all.`,
    EACCES: `PORT ${PORT} may not be used by this user, as most below 1024. Choose a higher PORT behind a proxy, or grant CAP_NET_BIND_SERVICE.`,
    ENOTFOUND: `HOST ${HOST} is a name without an address. Set HOST to an address of this machine, such as 127.0.0.1.`,
    EAI_AGAIN: `HOST ${HOST} cannot be looked up, as the name service does not answer. Set HOST to an address of this machine, such as 127.0.0.1.`,
    EAFNOSUPPORT: `HOST ${HOST} belongs to an address family that this machine does not have. Set HOST to one it has, such as 127.0.0.1.`,
    ERR_SYSTEM_ERROR: `HOST ${HOST} needs the list of this machine's addresses, which this process may not read. Set HOST to one address, or allow AF_NETLINK (RestrictAddressFamilies in a systemd unit).`,
  };
  const explanation = code === undefined ? undefined : explanations[code];
  if (explanation === undefined && !(code && 'syscall' in (error as object))) return error as Error;
  return new Error(explanation ?? `Cannot listen on HOST ${HOST}, PORT ${PORT} (${code}).`, {
    cause: error,
  });
}
