/** Formats the tables of the calls. */
import { z } from 'zod';
import type { measureCalls, SizeResult } from './measureCalls';
import { median, combineRounds } from '../harness/load';
import type { CaseResult } from './tryCalls';
import { type Cell, count, table, verdict } from '../harness/tables';

/** Targets. They are ratios, because absolute times say little about another machine. */
const AIMS = { ofTheBest: 0.5, ofTheSmallest: 0.9, overBareInsert: 2 } as const;

/**
 * Formats the results of an engine: a table per size, whether the targets are met, and the resources of the server's process.
 */
export function callsReport({
  title,
  emptyStart,
  sizes,
}: Awaited<ReturnType<typeof measureCalls>>) {
  return [
    ...sizes.flatMap(({ referrals, tried }) => [
      `### ${title}, ${count(referrals)} referrals`,
      table(
        ['operation', 'finds', 'server /s', 'p50 ms', 'p99 ms', 'best statement /s', 'its p50 ms', 'of the best', 'bare route /s', 'failed'],
        tried.map(createRow),
      ),
    ]),
    `### ${title}: aims`,
    bestAim(sizes),
    growthAim(sizes),
    insertAim(sizes),
    `### ${title}: the process`,
    table(
      ['referrals', 'cold start ms', 'at rest MB', 'under load MB', 'on disk MB', 'seeding s'],
      [['none', emptyStart, null, null, null, null], ...sizes.map(createProcessRow)],
    ),
  ].join('\n\n'); // prettier-ignore
}

/** Computes the medians of a case; those of a missing best statement are NaN. */
function computeFigures({ runs }: CaseResult) {
  const [server, route] = [combineRounds(runs.server), combineRounds(runs.route)];
  const best = combineRounds(runs.best);
  const failed = server.failed + route.failed + best.failed;
  return { server, route, best, failed, ofTheBest: server.perSecond / best.perSecond };
}

function createRow(tried: CaseResult): Cell[] {
  const { server, route, best, failed, ofTheBest } = computeFigures(tried);
  const ours = [server.perSecond, server.p50, server.p99];
  const compared = [best.perSecond, best.p50, ofTheBest, route.perSecond];
  return [tried.case.name, found(tried), ...ours, ...compared, failed];
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

function bestAim(sizes: readonly SizeResult[]): string {
  const reads = sizes.flatMap((size) =>
    listReads(size)
      .filter(({ best }) => best)
      .map((read) => ({
        name: `${read.case.name} at ${count(size.referrals)}`,
        ratio: computeFigures(read).ofTheBest,
      })),
  );
  const missed = reads.filter(({ ratio }) => !(ratio >= AIMS.ofTheBest));
  const rest = missed.map(({ name, ratio }) => `${name} (${ratio.toFixed(2)})`).join(', ');
  return `Reads at ${AIMS.ofTheBest} of the best statement's rate or more: ${reads.length - missed.length} of ${reads.length}${rest && `; not ${rest}`}.`;
}

/** Formats the rate of each read at every size, and how much of the smallest size's rate remains at the largest. */
function growthAim(sizes: readonly SizeResult[]): string {
  const [first] = sizes;
  if (!first || sizes.length === 1) return 'Growth shows only with two sizes or more.';
  const rows = listReads(first).map(({ case: { name, requestsMoreRows } }, index): Cell[] => {
    const rates = sizes.flatMap((size) =>
      listReads(size).slice(index, index + 1).map((read) => computeFigures(read).server.perSecond),
    ); // prettier-ignore
    const remaining = (rates.at(-1) ?? NaN) / (rates[0] ?? NaN);
    return [
      name,
      ...rates,
      remaining,
      requestsMoreRows ? 'asks for more' : verdict(remaining >= AIMS.ofTheSmallest),
    ];
  });
  const headings = sizes.map(({ referrals }) => `/s at ${count(referrals)}`);
  return table(['read', ...headings, 'remains', `at least ${AIMS.ofTheSmallest}`], rows);
}

/** Compares a guest's referral with the bare insert: by latency with one connection, by rate with several. */
function insertAim(sizes: readonly SizeResult[]): string {
  const rows = sizes.flatMap(({ referrals, tried }) =>
    tried
      .filter((one) => one.case.kind === 'write' && one.case.as === 'guest')
      .map((write): Cell[] => {
        const { server, best, ofTheBest } = computeFigures(write);
        const times = server.p50 / best.p50;
        const isMet =
          write.case.connections === 1 ? times <= AIMS.overBareInsert : ofTheBest >= AIMS.ofTheBest;
        const ours = [server.p50, best.p50, times];
        return [write.case.name, count(referrals), ...ours, ofTheBest, verdict(isMet)];
      }),
  );
  const aim = `alone at most ${AIMS.overBareInsert} × p50, else ${AIMS.ofTheBest} of its rate`;
  return table(
    ['write', 'referrals', 'p50 ms', 'bare insert p50 ms', 'times', 'of its rate', aim],
    rows,
  );
}
