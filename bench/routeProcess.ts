import { fork } from 'node:child_process';
import { z } from 'zod';
import { atEnd } from './atEnd';

export interface RouteProcess {
  readonly port: number;
  stop(): Promise<void>;
}

/** @param answers of the routes `/0`, `/1`, … */
export async function startBareRoutes(answers: readonly string[]): Promise<RouteProcess> {
  const child = fork('bench/bareRoute.ts', {
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
    child.once('exit', () => fail(new Error('The bare routes did not start')));
  });
  child.send(answers);
  return { port: z.number().parse(await port), stop };
}
