/** Whether HOST and PORT can be listened at, tried before anything else is opened or made. */
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Settings } from '../settings';

type Address = Pick<Settings, 'HOST' | 'PORT'>;

/** @throws Error in words */
export async function tryAddress(address: Address): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  try {
    await new Promise<void>((listens, fails) => {
      server.once('error', fails);
      server.listen({ host: address.HOST, port: address.PORT }, listens);
    });
    // Fastify lists them when it listens at all of them.
    if (['0.0.0.0', '::'].includes(address.HOST)) networkInterfaces();
  } catch (error) {
    throw explainAddress(error, address);
  } finally {
    if (server.listening) await new Promise((closed) => server.close(closed));
  }
}

/** What keeps a process from listening, in words. */
export function explainAddress(error: unknown, { HOST, PORT }: Address): Error {
  const { code } = error as NodeJS.ErrnoException;
  const words: Record<string, string> = {
    EADDRINUSE: `PORT ${PORT} at ${HOST} is in use by another program. Stop that one, or choose another PORT.`,
    EADDRNOTAVAIL: `HOST ${HOST} is no address of this machine. Set HOST to one it has, such as 127.0.0.1, or to 0.0.0.0 for all.`,
    EACCES: `PORT ${PORT} may not be used by this user, as most below 1024. Choose a higher PORT behind a proxy, or grant CAP_NET_BIND_SERVICE.`,
    ENOTFOUND: `HOST ${HOST} is no name that has an address. Set HOST to an address of this machine, such as 127.0.0.1.`,
    EAI_AGAIN: `HOST ${HOST} cannot be looked up, as the name service does not answer. Set HOST to an address of this machine, such as 127.0.0.1.`,
    EAFNOSUPPORT: `HOST ${HOST} is of a kind of address that this machine does not have. Set HOST to one it has, such as 127.0.0.1.`,
    ERR_SYSTEM_ERROR: `HOST ${HOST} needs the list of this machine's addresses, which this process may not read. Set HOST to one address, or allow AF_NETLINK (RestrictAddressFamilies in a systemd unit).`,
  };
  const said = code === undefined ? undefined : words[code];
  if (said === undefined && !(code && 'syscall' in (error as object))) return error as Error;
  return new Error(said ?? `HOST ${HOST} and PORT ${PORT} cannot be listened at (${code}).`, {
    cause: error,
  });
}
