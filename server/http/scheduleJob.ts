import type { FastifyInstance } from 'fastify';

/**
 * Runs a background job at start and then at an interval. Shutdown waits for a running job. A failed run is logged and the
 * next one tries again. No run starts while the disk is full or another run of the job is active.
 * @param interval milliseconds
 */
export function scheduleJob(
  app: FastifyInstance,
  interval: number,
  job: () => Promise<void>,
): void {
  let running: Promise<void> | undefined;
  const run = () => {
    if (running || !app.database.hasFreeSpace()) return;
    running = job()
      .catch((error: unknown) => {
        app.log.warn({ name: (error as Error).name }, 'a scheduled job failed');
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, interval).unref();
  app.addHook('onReady', async () => run());
  app.addHook('preClose', async () => {
    clearInterval(timer);
    await running;
  });
}
