/** The tables of a run. */
import { z } from 'zod';
import type { Engine } from './engines';
import type { Result, SizeResult } from './rounds';
import type { FloodResult } from './signIn';
import { type Cell, table } from './tables';

/** What is aimed at: ratios, as absolute times say little about another machine. */
const AIMS = { ofTheDriver: 0.5, growth: 1.5, overBareInsert: 2, underFlood: 1.5 } as const;

export interface EngineResult {
  readonly engine: Pick<Engine, 'title'>;
  /** Milliseconds, with nothing there yet. */
  readonly emptyStart: number;
  readonly sizes: readonly SizeResult[];
}

const count = (value: number) => value.toLocaleString('en');
const verdict = (isMet: boolean) => (isMet ? 'yes' : 'no');

/** One size on one engine. */
export function sizeReport(title: string, { prepared, results }: SizeResult): string {
  const rows = results.map((result): Cell[] => {
    const { seen, measured } = result;
    const { server, route, driver, reading } = measured;
    const ratio = ofTheDriver(result);
    return [
      seen.operation.name,
      found(seen.answer),
      server?.perSecond ?? null,
      server?.p50 ?? null,
      server?.p99 ?? null,
      route?.perSecond ?? null,
      driver?.perSecond ?? null,
      ratio,
      reading?.perSecond ?? null,
      failedOf(result),
    ];
  });
  return [
    `### ${title}, ${count(prepared.referrals)} referrals`,
    table(
      ['operation', 'finds', 'server /s', 'p50 ms', 'p99 ms', 'bare route /s', 'bare driver /s', 'of the driver', 'reading alone /s', 'failed'],
      rows,
    ),
  ].join('\n\n'); // prettier-ignore
}

const listSchema = z.object({ total: z.number(), more: z.boolean().optional() });

/** How many a list found; of what is no list, nothing. */
function found(answer: string): string {
  const { success, data } = listSchema.safeParse(JSON.parse(answer));
  return success ? `${count(data.total)}${data.more ? ' or more' : ''}` : '–';
}

const failedOf = ({ measured }: Result): number =>
  Object.values(measured).reduce((sum, { failed }) => sum + failed, 0);

const ofTheDriver = ({ measured: { server, driver } }: Result): number | null =>
  server && driver ? server.perSecond / driver.perSecond : null;

/** Of an engine: whether what is aimed at was reached, and what its process needs. */
export function engineReport({ engine, emptyStart, sizes }: EngineResult): string {
  return [
    `### ${engine.title}: aims`,
    driverAim(sizes),
    growthAim(sizes),
    insertAim(sizes),
    `### ${engine.title}: the process`,
    table(
      ['referrals', 'cold start ms', 'at rest MB', 'under load MB', 'on disk MB', 'seeding s'],
      [
        ['none', emptyStart, null, null, null, null],
        ...sizes.map(({ prepared, coldStart, atRest, underLoad, size }) => [
          count(prepared.referrals),
          coldStart,
          atRest,
          underLoad,
          size / 1_000_000,
          prepared.seconds,
        ]),
      ],
    ),
  ].join('\n\n');
}

function driverAim(sizes: readonly SizeResult[]): string {
  const reads = sizes.flatMap(({ prepared, results }) =>
    results
      .filter(({ seen }) => seen.operation.kind === 'read')
      .map((result) => ({
        name: `${result.seen.operation.name} at ${count(prepared.referrals)}`,
        ratio: ofTheDriver(result) ?? 0,
      })),
  );
  const missed = reads.filter(({ ratio }) => ratio < AIMS.ofTheDriver);
  const rest = missed.map(({ name, ratio }) => `${name} (${ratio.toFixed(2)})`).join(', ');
  return `Reads at ${AIMS.ofTheDriver} of the bare driver's rate or more: ${reads.length - missed.length} of ${reads.length}${rest && `; not ${rest}`}.`;
}

/** Each read's median time at every size, and how it grows. */
function growthAim(sizes: readonly SizeResult[]): string {
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (!first || !last || first === last) return 'How times grow shows only with two sizes or more.';
  const rows = first.results.flatMap(({ seen }, place): Cell[][] => {
    const { kind, name, growsAsAsked } = seen.operation;
    if (kind !== 'read') return [];
    const times = sizes.map(({ results }) => results[place]?.measured.server?.p50 ?? NaN);
    const growth = (times.at(-1) ?? NaN) / (times[0] ?? NaN);
    return [
      [name, ...times, growth, growsAsAsked ? 'asks for more' : verdict(growth <= AIMS.growth)],
    ];
  });
  const headings = sizes.map(({ prepared }) => `p50 ms at ${count(prepared.referrals)}`);
  return table(['read', ...headings, 'growth', `at most ${AIMS.growth}`], rows);
}

function insertAim(sizes: readonly SizeResult[]): string {
  const rows = sizes.flatMap(({ prepared, results }) =>
    results.flatMap(({ seen, measured: { server, insert } }): Cell[][] => {
      if (!server || !insert || seen.operation.as !== 'guest') return [];
      const ratio = server.p50 / insert.p50;
      const isMet = verdict(ratio <= AIMS.overBareInsert);
      return [
        [seen.operation.name, count(prepared.referrals), server.p50, insert.p50, ratio, isMet],
      ];
    }),
  );
  return table(
    [
      'write',
      'referrals',
      'p50 ms',
      'bare insert p50 ms',
      'times',
      `at most ${AIMS.overBareInsert}`,
    ],
    rows,
  );
}

/** How long one address's sign-in takes beside another's flood. */
export function signInReport(title: string, results: readonly FloodResult[]): string {
  const rows = results.map(({ flood, quiet, flooded, answers }): Cell[] => {
    const ratio = flooded.p50 / quiet.p50;
    const answered = [...answers].toSorted(([a], [b]) => a - b);
    return [
      flood,
      quiet.p50,
      flooded.p50,
      ratio,
      verdict(ratio <= AIMS.underFlood),
      quiet.p99,
      flooded.p99,
      quiet.failed + flooded.failed,
      answered.map(([status, times]) => `${status}: ${count(times)}`).join(', '),
    ];
  });
  return [
    `### ${title}: signing in while 200 connections of another address do`,
    table(
      ['flood', 'quiet p50 ms', 'under flood', 'times', `at most ${AIMS.underFlood}`, 'quiet p99 ms', 'under flood', 'failed', "the flood's answers"],
      rows,
    ),
  ].join('\n\n'); // prettier-ignore
}
