/** The tables of the pages. */
import type { Result } from 'lighthouse';
import { z } from 'zod';
import { median } from '../load';
import { type Cell, table, verdict } from '../tables';

/** One table: the first page is what the others are compared to. */
export interface Comparison {
  readonly title: string;
  readonly subjects: readonly { readonly name: string; readonly isOurs?: boolean }[];
  /** What is aimed at for ours, in words, and whether a page reaches it. */
  readonly aims: readonly { readonly text: string; isMet(page: Figures): boolean }[];
}

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What is read from a page's median run. */
export interface Figures {
  /** Milliseconds, and divided by what the page is compared to. */
  readonly largestPaint: number;
  readonly ofThePeer: number;
  /** Milliseconds in which it did not answer. */
  readonly blocked: number;
  readonly shift: number;
  /** Of 1,024 bytes, as they travelled until the page was at rest. */
  readonly scriptKb: number;
  readonly allKb: number;
  /** 0 to 100, in the order of the categories. */
  readonly scores: readonly number[];
}

const requestsSchema = z.object({
  items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number() })),
});

function figuresOf({ audits, categories }: Result, peer: Result): Figures {
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

/** Lighthouse's names of what keeps a score below 100. */
const shortOf = ({ audits, categories }: Result): string[] =>
  Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);

/** @param runs each page's median run */
export function report({ title, subjects, aims }: Comparison, runs: readonly Result[]): string {
  const [peer] = runs;
  if (!peer) return '';
  const pages = runs.map((run, place) => {
    const { name = '', isOurs = false } = subjects[place] ?? {};
    return { name, isOurs, figures: figuresOf(run, peer), short: shortOf(run) };
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

/** Milliseconds until what was clicked for is painted, and from the end of the answer; null where none was awaited. */
export interface Painted {
  readonly fromClick: number;
  readonly fromAnswer: number | null;
}

const KINDS = ['opening', 'page turn', 'filter', 'dialog'] as const;

/** Every click of a kind, on one list on one screen. */
export interface Clicks {
  readonly list: string;
  readonly screen: string;
  readonly taken: Readonly<Record<(typeof KINDS)[number], Painted[]>>;
}

/** Milliseconds from the answer, or from a click that asks for none. */
const AIM = 100;

/** Every list on every screen, with what is aimed at for `ours`; the other is its peer. */
export function clicksReport(all: readonly Clicks[]): string {
  const fromClick = (clicks: readonly Painted[]) => median(clicks.map((one) => one.fromClick));
  const rows = KINDS.flatMap((kind) =>
    all.flatMap(({ list, screen, taken }): Cell[][] => {
      const clicks = taken[kind];
      if (clicks.length === 0) return [];
      const peer = all.find((other) => other.list !== 'ours' && other.screen === screen);
      const ofThePeer = fromClick(clicks) / fromClick(peer?.taken[kind] ?? []);
      const fromAnswer = median(clicks.flatMap((one) => one.fromAnswer ?? []));
      const waited = Number.isNaN(fromAnswer) ? fromClick(clicks) : fromAnswer;
      const isMet = kind === 'opening' ? ofThePeer <= 1 : waited <= AIM;
      const aim = list === 'ours' ? verdict(isMet) : '–';
      return [[kind, screen, list, fromClick(clicks), ofThePeer, fromAnswer, aim]];
    }),
  );
  return [
    '### Clicks in the staff list, processor four times slower',
    table(['click', 'screen', 'list', 'to paint ms', 'of the peer', 'answer to paint ms', 'aim'], rows),
    `Aimed at: opened no later than the peer; ${AIM} ms from the answer, or from a click that needs none.`,
  ].join('\n\n'); // prettier-ignore
}
