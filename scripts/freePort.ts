import { createServer } from 'node:net';

/** Returns a port of 127.0.0.1 that is currently free. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      probe.close(() => (port ? done(port) : fail(new Error('no free port'))));
    });
  });
}
