/**
 * Preloaded into the server's process and into its thread of the database: their clock is ahead by the number of seconds in the file
 * CLOCK_AHEAD.
 */
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_AHEAD ?? '';
const TrueDate = Date;
const now = () => TrueDate.now() + Number(readFileSync(file, 'utf8')) * 1_000;

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
  get: (target, name, receiver) =>
    name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown),
});
