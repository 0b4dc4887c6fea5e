/** The tables of the pages. */
import { type Cell, table } from '../tables';
import {
  type Audited,
  CATEGORIES,
  type Clicks,
  INTERACTIONS,
  overClicks,
  overRuns,
} from './figures';

/** What is aimed at; of paints also in relation to the peer, as absolute times say little about another machine. */
const AIMS = {
  landing: { ofThePeer: 1.1, blocked: 100, scriptKb: 130, performance: 99, others: 100 },
  list: { ofThePeer: 1, scriptKb: 300 },
  /** Milliseconds from the answer, or from a click that asks for none. */
  clicks: { most: 100 },
} as const;

const { most } = AIMS.clicks;

const KB = 1_024;
const verdict = (isMet: boolean) => (isMet ? 'yes' : 'no');

/** A page, and what each run found of it. */
export interface PageRuns {
  readonly name: string;
  readonly isOurs?: true;
  readonly runs: readonly Audited[];
}

interface Page {
  readonly name: string;
  readonly isOurs: boolean;
  readonly found: Audited;
  /** Its largest paint divided by that of the peer it is compared to. */
  readonly ofThePeer: number;
}

/** @param peer the name of the page that the others are compared to */
export function landingReport(pages: readonly PageRuns[], peer: string): string {
  const found = compared(pages, peer);
  const aims = AIMS.landing;
  const rows = found
    .filter(({ isOurs }) => isOurs)
    .map(({ name, found: { blocked, scriptBytes, scores }, ofThePeer }): Cell[] => [
      name,
      verdict(ofThePeer <= aims.ofThePeer),
      verdict(blocked <= aims.blocked),
      verdict(scriptBytes / KB <= aims.scriptKb),
      verdict(scores.performance >= aims.performance),
      verdict(CATEGORIES.slice(1).every((category) => scores[category] >= aims.others)),
    ]);
  const headings = [
    'aims',
    `paint at most ${aims.ofThePeer} × ${peer}`,
    `blocked at most ${aims.blocked} ms`,
    `at most ${aims.scriptKb} KB of script`,
    `performance ${aims.performance}`,
    `the others ${aims.others}`,
  ];
  return ['### Landing page, phone', pageTable(found, peer), table(headings, rows), shortOf(found)].join('\n\n'); // prettier-ignore
}

/**
 * @param peer the name of the list that ours is compared to
 * @param how what the heading says of the slow line and processor
 */
export function listReport(pages: readonly PageRuns[], peer: string, how: string): string {
  const found = compared(pages, peer);
  const { ofThePeer, scriptKb } = AIMS.list;
  const rows = found
    .filter(({ isOurs }) => isOurs)
    .map((page): Cell[] => [
      page.name,
      verdict(page.ofThePeer <= ofThePeer),
      verdict(page.found.scriptBytes / KB <= scriptKb),
    ]);
  const headings = ['aims', `paint at most ${peer}'s`, `at most ${scriptKb} KB of script`];
  return [`### Staff list, phone, ${how}`, pageTable(found, peer), table(headings, rows), shortOf(found)].join('\n\n'); // prettier-ignore
}

function compared(pages: readonly PageRuns[], peer: string): Page[] {
  const found = pages.map(({ name, isOurs = false, runs }) => ({
    name,
    isOurs,
    found: overRuns(runs),
  }));
  const limit = found.find(({ name }) => name === peer)?.found.largestPaint ?? NaN;
  return found.map((page) => ({ ...page, ofThePeer: page.found.largestPaint / limit }));
}

const pageTable = (pages: readonly Page[], peer: string): string =>
  table(
    ['page', 'largest paint s', `of ${peer}`, 'blocked ms', 'script KB', 'all KB', 'shift', ...CATEGORIES],
    pages.map(({ name, found, ofThePeer }) => [
      name,
      found.largestPaint / 1_000,
      ofThePeer,
      Math.round(found.blocked),
      found.scriptBytes / KB,
      found.allBytes / KB,
      found.shift,
      ...CATEGORIES.map((category) => Math.round(found.scores[category])),
    ]),
  ); // prettier-ignore

const shortOf = (pages: readonly Page[]): string =>
  pages
    .filter(({ isOurs }) => isOurs)
    .map(({ name, found: { short } }) => `What ${name} falls short in: ${short.join(', ') || 'nothing'}.`)
    .join('\n'); // prettier-ignore

/** Every list on every screen, with what is aimed at for `ours`; the other is its peer. */
export function clicksReport(all: readonly Clicks[], ours: string): string {
  const rows = INTERACTIONS.flatMap((what) =>
    all.flatMap(({ list, screen, taken }): Cell[][] => {
      if (taken[what].length === 0) return [];
      const found = overClicks(taken[what]);
      const peer = all.find((other) => other.list !== ours && other.screen === screen)?.taken[what];
      const ofThePeer = peer?.length ? found.fromClick / overClicks(peer).fromClick : null;
      const isMet =
        what === 'opening'
          ? Number(ofThePeer) <= AIMS.list.ofThePeer
          : (found.fromAnswer ?? found.fromClick) <= most;
      const aim = list === ours ? verdict(isMet) : '–';
      return [[what, screen, list, found.fromClick, ofThePeer, found.fromAnswer, aim]];
    }),
  );
  return [
    '### Clicks in the staff list, processor four times slower',
    table(
      ['click', 'screen', 'list', 'to paint ms', 'of the peer', 'answer to paint ms', 'aim'],
      rows,
    ),
    `Aimed at: opened no later than the peer; ${most} ms from the answer, or from a click that needs none.`,
  ].join('\n\n');
}
