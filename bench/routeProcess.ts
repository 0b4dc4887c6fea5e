import { fork } from 'node:child_process';
import { z } from 'zod';
import { atEnd } from './atEnd';

export interface RouteProcess {
  readonly port: number;
  stop(): Promise<void>;
}

/** @param answers of the routes `/0`, `/1`, … */
export const startBareRoutes = (answers: readonly string[]): Promise<RouteProcess> =>
  startRouteProcess('bench/bareRoute.ts', [...answers]);

/**
 * @param file of a program that serves once it is told what, and says at which port
 * @param task what it is told
 */
export async function startRouteProcess(file: string, task: object): Promise<RouteProcess> {
  const child = fork(file, {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const stop = atEnd(async () => {
    child.kill();
    await ended;
  });
  const port = new Promise<unknown>((done, fail) => {
    child.once('message', done);
    child.once('exit', () => fail(new Error(`${file} did not start`)));
  });
  child.send(task);
  return { port: z.number().parse(await port), stop };
}
