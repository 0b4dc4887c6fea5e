/** The tables of the calls and of signing in. */
import { z } from 'zod';
import type { measureCalls, Size, Tried } from './calls';
import { median, overRounds } from './load';
import { CONNECTIONS, type Flood } from './signIns';
import { type Cell, count, table, verdict } from './tables';

/** What is aimed at: ratios, as absolute times say little about another machine. */
const AIMS = { ofTheDriver: 0.5, growth: 1.5, overBareInsert: 2, underFlood: 1.5 } as const;

/** Each size on an engine, whether what is aimed at was reached, and what the server's process needs. */
export function callsReport({
  title,
  emptyStart,
  sizes,
}: Awaited<ReturnType<typeof measureCalls>>) {
  return [
    ...sizes.flatMap(({ referrals, tried }) => [
      `### ${title}, ${count(referrals)} referrals`,
      table(
        ['operation', 'finds', 'server /s', 'p50 ms', 'p99 ms', 'bare route /s', 'bare driver /s', 'of the driver', 'reading alone /s', 'failed'],
        tried.map(rowOf),
      ),
    ]),
    `### ${title}: aims`,
    driverAim(sizes),
    growthAim(sizes),
    insertAim(sizes),
    `### ${title}: the process`,
    table(
      ['referrals', 'cold start ms', 'at rest MB', 'under load MB', 'on disk MB', 'seeding s'],
      [['none', emptyStart, null, null, null, null], ...sizes.map(processOf)],
    ),
  ].join('\n\n'); // prettier-ignore
}

/** The medians of a case. */
function figuresOf({ runs }: Tried) {
  const [server, route] = [overRounds(runs.server), overRounds(runs.route)];
  const [driver, part] = [overRounds(runs.driver), overRounds(runs.part)];
  const failed = server.failed + route.failed + driver.failed + part.failed;
  return { server, route, driver, part, failed, ofTheDriver: server.perSecond / driver.perSecond };
}

function rowOf(tried: Tried): Cell[] {
  const { server, route, driver, part, failed, ofTheDriver } = figuresOf(tried);
  const { name, kind } = tried.case;
  const rates = [route.perSecond, driver.perSecond, ofTheDriver];
  const reading = kind === 'read' ? part.perSecond : null;
  return [name, found(tried), server.perSecond, server.p50, server.p99, ...rates, reading, failed];
}

const listSchema = z.object({ total: z.number(), more: z.boolean().optional() });

/** How many a list found; of what is no list, nothing. */
function found({ answer }: Tried): string {
  const { success, data } = listSchema.safeParse(JSON.parse(answer));
  return success ? `${count(data.total)}${data.more ? ' or more' : ''}` : '–';
}

function processOf({ referrals, processes, bytes, seconds }: Size): Cell[] {
  const of = (what: keyof (typeof processes)[number]) => median(processes.map((one) => one[what]));
  const disk = bytes / 1_000_000;
  return [count(referrals), of('coldStart'), of('atRest'), of('underLoad'), disk, seconds];
}

const readsOf = ({ tried }: Size) => tried.filter((one) => one.case.kind === 'read');

function driverAim(sizes: readonly Size[]): string {
  const reads = sizes.flatMap((size) =>
    readsOf(size).map((read) => ({
      name: `${read.case.name} at ${count(size.referrals)}`,
      ratio: figuresOf(read).ofTheDriver,
    })),
  );
  const missed = reads.filter(({ ratio }) => !(ratio >= AIMS.ofTheDriver));
  const rest = missed.map(({ name, ratio }) => `${name} (${ratio.toFixed(2)})`).join(', ');
  return `Reads at ${AIMS.ofTheDriver} of the bare driver's rate or more: ${reads.length - missed.length} of ${reads.length}${rest && `; not ${rest}`}.`;
}

/** Each read's median time at every size, and how it grows. */
function growthAim(sizes: readonly Size[]): string {
  const [first] = sizes;
  if (!first || sizes.length === 1) return 'How times grow shows only with two sizes or more.';
  const rows = readsOf(first).map(({ case: { name, growsAsAsked } }, place): Cell[] => {
    const times = sizes.flatMap((size) =>
      readsOf(size).slice(place, place + 1).map((read) => figuresOf(read).server.p50),
    ); // prettier-ignore
    const growth = (times.at(-1) ?? NaN) / (times[0] ?? NaN);
    return [
      name,
      ...times,
      growth,
      growsAsAsked ? 'asks for more' : verdict(growth <= AIMS.growth),
    ];
  });
  const headings = sizes.map(({ referrals }) => `p50 ms at ${count(referrals)}`);
  return table(['read', ...headings, 'growth', `at most ${AIMS.growth}`], rows);
}

function insertAim(sizes: readonly Size[]): string {
  const rows = sizes.flatMap(({ referrals, tried }) =>
    tried
      .filter((one) => one.case.kind === 'write' && one.case.as === 'guest')
      .map((write): Cell[] => {
        const { server, part: insert } = figuresOf(write);
        const ratio = server.p50 / insert.p50;
        const isMet = verdict(ratio <= AIMS.overBareInsert);
        return [write.case.name, count(referrals), server.p50, insert.p50, ratio, isMet];
      }),
  );
  return table(
    ['write', 'referrals', 'p50 ms', 'bare insert p50 ms', 'times', `at most ${AIMS.overBareInsert}`],
    rows,
  ); // prettier-ignore
}

/** How long one address's sign-in takes beside another's flood. */
export function signInsReport(title: string, floods: readonly Flood[]): string {
  const rows = floods.map(({ name, answers, ...runs }): Cell[] => {
    const [quiet, flooded] = [overRounds(runs.quiet), overRounds(runs.flooded)];
    const ratio = flooded.p50 / quiet.p50;
    const medians = [quiet.p50, flooded.p50, ratio, verdict(ratio <= AIMS.underFlood)];
    const failed = quiet.failed + flooded.failed;
    const answered = Object.entries(answers).map(([status, times]) => `${status}: ${count(times)}`);
    return [name, ...medians, quiet.p99, flooded.p99, failed, answered.join(', ')];
  });
  return [
    `### ${title}: signing in while ${CONNECTIONS} connections of another address do`,
    table(
      ['flood', 'quiet p50 ms', 'under flood', 'times', `at most ${AIMS.underFlood}`, 'quiet p99 ms', 'under flood', 'failed', "the flood's answers"],
      rows,
    ),
  ].join('\n\n'); // prettier-ignore
}
