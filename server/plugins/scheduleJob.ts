import type { FastifyInstance } from 'fastify';

/**
 * Does what nobody waits for: at the start, and from time to time until the server stops, which waits for it. What fails is
 * tried again the next time; with no room on the disk, nothing is begun.
 * @param every milliseconds
 */
export function scheduleJob(app: FastifyInstance, every: number, work: () => Promise<void>): void {
  let running: Promise<void> | undefined;
  const run = () => {
    if (running || !app.database.hasFreeSpace()) return;
    running = work()
      .catch((error: unknown) => {
        app.log.warn({ name: (error as Error).name }, 'upkeep could not be done');
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, every).unref();
  app.addHook('onReady', async () => run());
  app.addHook('preClose', async () => {
    clearInterval(timer);
    await running;
  });
}
