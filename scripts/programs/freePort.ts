import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Above the well-known services, below the ephemeral ports that the kernel gives to `listen(0)` and outgoing connections. */
const FIRST = 10_000;
const END = 32_768;
const ATTEMPTS = 20;

/**
 * Returns a random port of 127.0.0.1 that is currently free, for a process that must know its port before it starts. A port
 * from `listen(0)` would not do: the kernel may give it to another process as soon as it is closed.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.on('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
