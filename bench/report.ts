/** Formats the tables of the calls and of the logins. */
import { z } from 'zod';
import type { measureCalls, SizeResult, CaseResult } from './calls';
import { median, combineRounds } from './load';
import { CONNECTIONS, type Flood } from './signIns';
import { type Cell, count, table, verdict } from './tables';

/** Targets. They are ratios, because absolute times say little about another machine. */
const AIMS = { ofTheDriver: 0.5, growth: 1.5, overBareInsert: 2, underFlood: 1.5 } as const;

/** Formats the results of an engine: a table per size, whether the targets are met, and the resources of the server's process. */
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
        tried.map(createRow),
      ),
    ]),
    `### ${title}: aims`,
    driverAim(sizes),
    growthAim(sizes),
    insertAim(sizes),
    `### ${title}: the process`,
    table(
      ['referrals', 'cold start ms', 'at rest MB', 'under load MB', 'on disk MB', 'seeding s'],
      [['none', emptyStart, null, null, null, null], ...sizes.map(createProcessRow)],
    ),
  ].join('\n\n'); // prettier-ignore
}

/** Computes the medians of a case. */
function computeFigures({ runs }: CaseResult) {
  const [server, route] = [combineRounds(runs.server), combineRounds(runs.route)];
  const [driver, part] = [combineRounds(runs.driver), combineRounds(runs.part)];
  const failed = server.failed + route.failed + driver.failed + part.failed;
  return { server, route, driver, part, failed, ofTheDriver: server.perSecond / driver.perSecond };
}

function createRow(tried: CaseResult): Cell[] {
  const { server, route, driver, part, failed, ofTheDriver } = computeFigures(tried);
  const { name, kind } = tried.case;
  const rates = [route.perSecond, driver.perSecond, ofTheDriver];
  const reading = kind === 'read' ? part.perSecond : null;
  return [name, found(tried), server.perSecond, server.p50, server.p99, ...rates, reading, failed];
}

const listSchema = z.object({ total: z.number(), more: z.boolean().optional() });

/** Returns how many rows a list found; a dash for any other response. */
function found({ answer }: CaseResult): string {
  const { success, data } = listSchema.safeParse(JSON.parse(answer));
  return success ? `${count(data.total)}${data.more ? ' or more' : ''}` : '–';
}

function createProcessRow({ referrals, processes, bytes, seconds }: SizeResult): Cell[] {
  const of = (what: keyof (typeof processes)[number]) => median(processes.map((one) => one[what]));
  const disk = bytes / 1_000_000;
  return [count(referrals), of('coldStart'), of('atRest'), of('underLoad'), disk, seconds];
}

const listReads = ({ tried }: SizeResult) => tried.filter((one) => one.case.kind === 'read');

function driverAim(sizes: readonly SizeResult[]): string {
  const reads = sizes.flatMap((size) =>
    listReads(size).map((read) => ({
      name: `${read.case.name} at ${count(size.referrals)}`,
      ratio: computeFigures(read).ofTheDriver,
    })),
  );
  const missed = reads.filter(({ ratio }) => !(ratio >= AIMS.ofTheDriver));
  const rest = missed.map(({ name, ratio }) => `${name} (${ratio.toFixed(2)})`).join(', ');
  return `Reads at ${AIMS.ofTheDriver} of the bare driver's rate or more: ${reads.length - missed.length} of ${reads.length}${rest && `; not ${rest}`}.`;
}

/** Formats the median time of each read at every size, and its growth. */
function growthAim(sizes: readonly SizeResult[]): string {
  const [first] = sizes;
  if (!first || sizes.length === 1) return 'How times grow shows only with two sizes or more.';
  const rows = listReads(first).map(({ case: { name, requestsMoreRows } }, place): Cell[] => {
    const times = sizes.flatMap((size) =>
      listReads(size).slice(place, place + 1).map((read) => computeFigures(read).server.p50),
    ); // prettier-ignore
    const growth = (times.at(-1) ?? NaN) / (times[0] ?? NaN);
    return [
      name,
      ...times,
      growth,
      requestsMoreRows ? 'asks for more' : verdict(growth <= AIMS.growth),
    ];
  });
  const headings = sizes.map(({ referrals }) => `p50 ms at ${count(referrals)}`);
  return table(['read', ...headings, 'growth', `at most ${AIMS.growth}`], rows);
}

function insertAim(sizes: readonly SizeResult[]): string {
  const rows = sizes.flatMap(({ referrals, tried }) =>
    tried
      .filter((one) => one.case.kind === 'write' && one.case.as === 'guest')
      .map((write): Cell[] => {
        const { server, part: insert } = computeFigures(write);
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

/** Formats the duration of one address's logins during another's flood. */
export function signInsReport(title: string, floods: readonly Flood[]): string {
  const rows = floods.map(({ name, answers, ...runs }): Cell[] => {
    const [quiet, flooded] = [combineRounds(runs.quiet), combineRounds(runs.flooded)];
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
