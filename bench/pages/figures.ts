/** What is measured of pages, and the medians of it. */
import { median } from '../measure';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

/** A page as Lighthouse found it. */
export interface Audited {
  /** Milliseconds: the largest paint, and how long the page did not answer. */
  readonly largestPaint: number;
  readonly blocked: number;
  /** How far things moved about: Lighthouse's layout shift. */
  readonly shift: number;
  /** Bytes that travelled until the page was at rest, compressed. */
  readonly scriptBytes: number;
  readonly allBytes: number;
  /** 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** Lighthouse's names of what keeps a score below 100. */
  readonly short: readonly string[];
}

/** Medians; what falls short did so in some run. */
export function overRuns(runs: readonly Audited[]): Audited {
  const of = (read: (run: Audited) => number) => median(runs.map(read));
  return {
    largestPaint: of((run) => run.largestPaint),
    blocked: of((run) => run.blocked),
    shift: of((run) => run.shift),
    scriptBytes: of((run) => run.scriptBytes),
    allBytes: of((run) => run.allBytes),
    scores: {
      performance: of(({ scores }) => scores.performance),
      accessibility: of(({ scores }) => scores.accessibility),
      'best-practices': of(({ scores }) => scores['best-practices']),
      seo: of(({ scores }) => scores.seo),
    },
    short: [...new Set(runs.flatMap(({ short }) => short))],
  };
}

/** Milliseconds until what was clicked for is painted; of opening, from its beginning. */
export interface Painted {
  readonly fromClick: number;
  /** From the end of the answer to it; null where none was awaited. */
  readonly fromAnswer: number | null;
}

export function overClicks(clicks: readonly Painted[]): Painted {
  const answers = clicks.flatMap(({ fromAnswer }) => fromAnswer ?? []);
  return {
    fromClick: median(clicks.map(({ fromClick }) => fromClick)),
    fromAnswer: answers.length > 0 ? median(answers) : null,
  };
}

export const INTERACTIONS = ['opening', 'page turn', 'filter', 'dialog'] as const;
type Interaction = (typeof INTERACTIONS)[number];

/** Every click of a kind. */
export type Taken = Readonly<Record<Interaction, Painted[]>>;

/** What was measured of one list on one screen. */
export interface Clicks {
  readonly list: string;
  readonly screen: string;
  readonly taken: Taken;
}
