import type { Result } from 'lighthouse';
import { expect, it } from 'vitest';
import { clicksReport, type PaintTimes, report } from './report';

interface Found {
  paint: number;
  script: number;
  performance: number;
}

/** The part of a Lighthouse result that the report reads. */
const found = ({ paint, script, performance }: Found): Result => {
  const items = [
    { resourceType: 'Script', transferSize: script * 1_024 },
    { resourceType: 'Document', transferSize: 2_048 },
  ];
  const shortIfBelow100 = { id: 'largest-contentful-paint', weight: 1 };
  return {
    audits: {
      'largest-contentful-paint': { id: 'largest-contentful-paint', numericValue: paint, score: performance }, // prettier-ignore
      'total-blocking-time': { numericValue: 40.4 },
      'cumulative-layout-shift': { numericValue: 0 },
      'network-requests': { details: { items } },
    },
    categories: { performance: { score: performance, auditRefs: [shortIfBelow100] } },
  } as unknown as Result;
};

const comparison = {
  title: 'Pages',
  subjects: [{ name: 'bare' }, { name: 'ours', isOurs: true }],
  aims: [
    { text: 'as early', isMet: ({ ofThePeer }: { ofThePeer: number }) => ofThePeer <= 1.1 },
    { text: 'little script', isMet: ({ scriptKb }: { scriptKb: number }) => scriptKb <= 100 },
  ],
};

it('compares each page with the first, and only ours with the targets', () => {
  const bare = found({ paint: 1_000, script: 0, performance: 1 });
  const ours = found({ paint: 1_200, script: 100, performance: 0.98 });
  const text = report(comparison, [bare, ours]);
  expect(text).toContain('| bare | 1 | 1 | 40 | 0 | 2 | 0 | 100 |');
  expect(text).toContain('| ours | 1.20 | 1.20 | 40 | 100 | 102 | 0 | 98 |');
  expect(text).toMatch(/\| ours \| no \| yes \|$/m);
  expect(text).not.toMatch(/\| bare \| (yes|no)/);
  expect(text).toContain('What ours falls short in: largest-contentful-paint.');
});

it('reports nothing that ours falls short in if all scores are 100', () => {
  const page = found({ paint: 1_000, script: 0, performance: 1 });
  expect(report(comparison, [page, page])).toContain('What ours falls short in: nothing.');
});

const none = { opening: [], 'page turn': [], tab: [], filter: [], selection: [], dialog: [] };
const paints = (...pairs: [number, number | null][]): PaintTimes[] =>
  pairs.map(([fromClick, fromAnswer]) => ({ fromClick, fromAnswer }));

it('compares a click by the time after its response, or by the whole time without a response', () => {
  const text = clicksReport([
    { list: 'ours', screen: 'phone', taken: { ...none, 'page turn': paints([200, 101]) } },
    { list: 'ours', screen: 'desk', taken: { ...none, 'page turn': paints([200, 99]) } },
    { list: 'bare', screen: 'desk', taken: { ...none, 'page turn': paints([500, 300]) } },
    { list: 'ours', screen: 'wall', taken: { ...none, dialog: paints([90, null], [101, null], [300, null]) } }, // prettier-ignore
  ]);
  expect(text).toContain('| page turn | phone | ours | 200 | – | 101 | no |');
  expect(text).toContain('| page turn | desk | ours | 200 | 0.40 | 99 | yes |');
  expect(text).toContain('| page turn | desk | bare | 500 | 1 | 300 | – |');
  expect(text).toContain('| dialog | wall | ours | 101 | – | – | no |');
  expect(text.match(/\| dialog /g)).toHaveLength(1);
});

it('compares a tab and a selected row by the time from the click', () => {
  const taken = { ...none, tab: paints([121, 10]), selection: paints([50, null]) };
  const text = clicksReport([{ list: 'ours', screen: 'desk', taken }]);
  expect(text).toContain('| tab | desk | ours | 121 | – | 10 | no |');
  expect(text).toContain('| selection | desk | ours | 50 | – | – | yes |');
});

it('compares the opening of our list with its peer on the same screen', () => {
  const text = clicksReport([
    { list: 'ours', screen: 'phone', taken: { ...none, opening: paints([700, 300]) } },
    { list: 'bare', screen: 'phone', taken: { ...none, opening: paints([800, 20]) } },
    { list: 'ours', screen: 'desk', taken: { ...none, opening: paints([700, 20]) } },
    { list: 'bare', screen: 'desk', taken: { ...none, opening: paints([600, 20]) } },
  ]);
  expect(text).toMatch(/phone \| ours \| 700 \| 0\.88 \|.*\| yes \|$/m);
  expect(text).toMatch(/desk \| ours \| 700 \| 1\.17 \|.*\| no \|$/m);
});
