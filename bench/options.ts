import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ENGINE_NAMES = ['embedded', 'server'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

const PARTS = ['calls', 'signin', 'pages'] as const;
type Part = (typeof PARTS)[number];

export interface Options {
  /** What is measured: the server's calls, signing in under a flood of sign-ins, the pages in a browser. */
  readonly parts: readonly Part[];
  /** Numbers of referrals to measure at, the smallest first. */
  readonly sizes: readonly number[];
  readonly engines: readonly EngineName[];
  /** How long each operation is measured in a round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Where prepared data is kept for the next run. */
  readonly data: string;
}

/** @throws Error in words for what cannot be understood */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: PARTS.join() },
      referrals: { type: 'string', default: '10000,100000,1000000' },
      engines: { type: 'string', default: ENGINE_NAMES.join() },
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      data: { type: 'string', default: join(tmpdir(), 'referral-desk-bench') },
    },
  });
  const sizes = [...new Set(values.referrals.split(',').map(Number))].toSorted((a, b) => a - b);
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 50)) {
    throw new Error('--referrals takes whole numbers from 50 on, such as 10000,100000');
  }
  const parts = chosen('--only', PARTS, values.only);
  const engines = chosen('--engines', ENGINE_NAMES, values.engines);
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  if (!(seconds > 0)) throw new Error('--seconds takes a number above 0, such as 0.5');
  if (!Number.isSafeInteger(rounds) || rounds < 1) {
    throw new Error('--rounds takes a whole number from 1 on');
  }
  return { parts, sizes, engines, seconds, rounds, data: resolve(values.data) };
}

function chosen<Name extends string>(
  option: string,
  names: readonly Name[],
  value: string,
): readonly Name[] {
  const asked = value.split(',');
  const found = names.filter((name) => asked.includes(name));
  if (found.length !== new Set(asked).size) {
    throw new Error(`${option} takes one or more of ${names.join()}`);
  }
  return found;
}
