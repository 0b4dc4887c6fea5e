/** Formats the tables of the pages. */
import type { Result } from 'lighthouse';
import { z } from 'zod';
import { median } from '../harness/load';
import { type Cell, table, verdict } from '../harness/tables';

/** One table, in which the first page is the reference for the others. */
export interface Comparison {
  readonly title: string;
  readonly subjects: readonly { readonly name: string; readonly isOurs?: boolean }[];
  /** The targets for ours, and whether a page meets them. */
  readonly aims: readonly { readonly text: string; isMet(page: PageMetrics): boolean }[];
}

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The metrics of a page's median run. */
export interface PageMetrics {
  /** Milliseconds, and the ratio to the reference page. */
  readonly largestPaint: number;
  readonly ofThePeer: number;
  /** Milliseconds in which the page did not respond. */
  readonly blocked: number;
  readonly shift: number;
  /** In units of 1,024 bytes, as transferred until the page was idle. */
  readonly scriptKb: number;
  readonly allKb: number;
  /** 0 to 100, in the order of the categories. */
  readonly scores: readonly number[];
}

const requestsSchema = z.object({
  items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number() })),
});

function computeFigures({ audits, categories }: Result, peer: Result): PageMetrics {
  const numberOf = (name: string) => audits[name]?.numericValue ?? NaN;
  const { items } = requestsSchema.parse(audits['network-requests']?.details);
  const kb = (list: typeof items) => list.reduce((sum, one) => sum + one.transferSize, 0) / 1_024;
  const largestPaint = numberOf('largest-contentful-paint');
  return {
    largestPaint,
    ofThePeer: largestPaint / (peer.audits['largest-contentful-paint']?.numericValue ?? NaN),
    blocked: numberOf('total-blocking-time'),
    shift: numberOf('cumulative-layout-shift'),
    scriptKb: kb(items.filter(({ resourceType }) => resourceType === 'Script')),
    allKb: kb(items),
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? NaN) * 100)),
  };
}

/** Lists Lighthouse's ids of the audits that keep a score below 100. */
const listShortcomings = ({ audits, categories }: Result): string[] =>
  Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);

/** @param runs each page's median run */
export function report({ title, subjects, aims }: Comparison, runs: readonly Result[]): string {
  const [peer] = runs;
  if (!peer) return '';
  const pages = runs.map((run, index) => {
    const { name = '', isOurs = false } = subjects[index] ?? {};
    return { name, isOurs, figures: computeFigures(run, peer), short: listShortcomings(run) };
  });
  const ours = pages.filter(({ isOurs }) => isOurs);
  const rows = pages.map(({ name, figures: { largestPaint, scores, ...rest } }): Cell[] => {
    const { ofThePeer, blocked, scriptKb, allKb, shift } = rest;
    const paint = [largestPaint / 1_000, ofThePeer, Math.round(blocked)];
    return [name, ...paint, scriptKb, allKb, shift, ...scores];
  });
  const headings = ['largest paint s', `of ${subjects[0]?.name}`, 'blocked ms', 'script KB', 'all KB', 'shift', ...CATEGORIES]; // prettier-ignore
  return [
    `### ${title}`,
    table(['page', ...headings], rows),
    table(
      ['aims', ...aims.map(({ text }) => text)],
      ours.map(({ name, figures }) => [name, ...aims.map((aim) => verdict(aim.isMet(figures)))]),
    ),
    ours
      .map(({ name, short }) => `What ${name} falls short in: ${short.join(', ') || 'nothing'}.`)
      .join('\n'),
  ].join('\n\n');
}

/** Milliseconds until the result of a click is painted: from the click, and from the end of the response; null without one. */
export interface PaintTimes {
  readonly fromClick: number;
  readonly fromAnswer: number | null;
}

const KINDS = ['opening', 'page turn', 'tab', 'filter', 'selection', 'dialog'] as const;
type Kind = (typeof KINDS)[number];

/** The clicks on one list on one screen, by kind. */
export interface ClickTimes {
  readonly list: string;
  readonly screen: string;
  readonly taken: Readonly<Record<Kind, PaintTimes[]>>;
}

/** Targets in milliseconds: from the response, or from a click that needs none. */
const AIM = 100;
/** From the click. */
const CLICK_AIMS: Readonly<Partial<Record<Kind, number>>> = { tab: 120, selection: 50 };

/** Formats every list on every screen, with the targets for `ours`; the other list is its peer. */
export function clicksReport(all: readonly ClickTimes[]): string {
  const fromClick = (clicks: readonly PaintTimes[]) => median(clicks.map((one) => one.fromClick));
  const rows = KINDS.flatMap((kind) =>
    all.flatMap(({ list, screen, taken }): Cell[][] => {
      const clicks = taken[kind];
      if (clicks.length === 0) return [];
      const peer = all.find((other) => other.list !== 'ours' && other.screen === screen);
      const ofThePeer = fromClick(clicks) / fromClick(peer?.taken[kind] ?? []);
      const fromAnswer = median(clicks.flatMap((one) => one.fromAnswer ?? []));
      const clickAim = CLICK_AIMS[kind];
      const isFromClick = clickAim !== undefined || Number.isNaN(fromAnswer);
      const waited = isFromClick ? fromClick(clicks) : fromAnswer;
      const isMet = kind === 'opening' ? ofThePeer <= 1 : waited <= (clickAim ?? AIM);
      const aim = list === 'ours' ? verdict(isMet) : '–';
      return [[kind, screen, list, fromClick(clicks), ofThePeer, fromAnswer, aim]];
    }),
  );
  return [
    '### Clicks in the staff list, processor four times slower',
    table(['click', 'screen', 'list', 'to paint ms', 'of the peer', 'answer to paint ms', 'aim'], rows),
    `Aimed at: opened no later than the peer; a tab within ${CLICK_AIMS.tab} ms of the click, a selected row within ${CLICK_AIMS.selection} ms; the others ${AIM} ms from the answer, or from a click that needs none.`,
  ].join('\n\n'); // prettier-ignore
}
