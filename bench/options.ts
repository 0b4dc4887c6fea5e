import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const list = z.string().transform((text) => [...new Set(text.split(','))]);

const optionsSchema = z.object({
  /**
   * What to measure: the server's calls, the list of what is to do today, logins under a flood of logins, calls under other load, the timing side channels of
   * searches and of look-ups, Directus beside our server, the pages in a browser.
   */
  only: list.pipe(
    z.array(z.enum(['calls', 'today', 'signin', 'mixed', 'secrecy', 'lookups', 'peer', 'pages'])),
  ),
  /** Numbers of referrals to measure at. */
  referrals: list.pipe(z.array(z.coerce.number<string>().int().min(50))),
  engines: list.pipe(z.array(z.enum(['embedded', 'server']))),
  /** Approximate duration of each case in a round; limited because a token must last for one round. */
  seconds: z.coerce.number().positive().max(30),
  rounds: z.coerce.number().int().min(1),
  /** The folder in which Directus is installed. */
  directus: z.string().transform((folder) => resolve(folder)),
  /** Folder for the databases of this run. */
  data: z.string().transform((folder) => resolve(folder)),
});
export type Options = z.output<typeof optionsSchema>;

/** @throws Error that names every invalid option */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: 'calls,today,signin,mixed,pages' },
      referrals: { type: 'string', default: '10000,100000,1000000' },
      engines: { type: 'string', default: 'embedded,server' },
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      directus: { type: 'string', default: 'directus' },
      data: { type: 'string', default: join(tmpdir(), 'referral-desk-bench') },
    },
  });
  const { success, data, error } = optionsSchema.safeParse(values);
  if (success) return { ...data, referrals: data.referrals.toSorted((a, b) => a - b) };
  throw new Error(
    error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'),
  );
}
