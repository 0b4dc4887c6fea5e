import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const list = z.string().transform((text) => [...new Set(text.split(','))]);

const optionsSchema = z.object({
  /** What is measured: the server's calls, signing in under a flood of sign-ins, the pages in a browser. */
  only: list.pipe(z.array(z.enum(['calls', 'signin', 'pages']))),
  /** Numbers of referrals to measure at. */
  referrals: list.pipe(z.array(z.coerce.number<string>().int().min(50))),
  engines: list.pipe(z.array(z.enum(['embedded', 'server']))),
  /** About how long each case is measured in a round: a token must last for one. */
  seconds: z.coerce.number().positive().max(30),
  rounds: z.coerce.number().int().min(1),
  /** The folder for the databases of this run. */
  data: z.string().transform((folder) => resolve(folder)),
});
export type Options = z.output<typeof optionsSchema>;

/** @throws Error in words for what cannot be understood */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: 'calls,signin,pages' },
      referrals: { type: 'string', default: '10000,100000,1000000' },
      engines: { type: 'string', default: 'embedded,server' },
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      data: { type: 'string', default: join(tmpdir(), 'referral-desk-bench') },
    },
  });
  const { success, data, error } = optionsSchema.safeParse(values);
  if (success) return { ...data, referrals: data.referrals.toSorted((a, b) => a - b) };
  throw new Error(
    error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'),
  );
}
