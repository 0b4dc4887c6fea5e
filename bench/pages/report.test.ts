import { expect, it } from 'vitest';
import { type Audited, overClicks, overRuns, type Painted } from './figures';
import { clicksReport, landingReport, listReport } from './report';

const good: Audited = {
  largestPaint: 1_000,
  blocked: 40,
  shift: 0,
  scriptBytes: 60 * 1_024,
  allBytes: 80 * 1_024,
  scores: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  short: [],
};
const paints = (...pairs: [number, number | null][]): Painted[] =>
  pairs.map(([fromClick, fromAnswer]) => ({ fromClick, fromAnswer }));

it('takes the median of each figure, whichever run it is from', () => {
  const scores = { ...good.scores, performance: 80 };
  const runs = [
    { ...good, largestPaint: 3_000, blocked: 10 },
    { ...good, largestPaint: 1_000, blocked: 30, scores, short: ['early'] },
    { ...good, largestPaint: 2_000, blocked: 20, scores, short: ['early', 'late'] },
  ];
  const found = overRuns(runs);
  expect(found).toMatchObject({ largestPaint: 2_000, blocked: 20, short: ['early', 'late'] });
  expect(found.scores).toEqual(scores);
});

it('takes no answer for one where none was awaited', () => {
  expect(overClicks(paints([30, 9], [10, 3], [20, 6]))).toEqual({ fromClick: 20, fromAnswer: 6 });
  expect(overClicks(paints([30, null], [10, null], [20, null]))).toEqual({
    fromClick: 20,
    fromAnswer: null,
  });
});

it('compares each landing page with the bare form, and judges ours alone', () => {
  const slow = {
    ...good,
    largestPaint: 1_200,
    scores: { ...good.scores, performance: 98 },
    short: ['largest-contentful-paint'],
  };
  const text = landingReport(
    [
      { name: 'bare', runs: [good] },
      { name: 'ours', isOurs: true, runs: [slow] },
    ],
    'bare',
  );
  expect(text).toMatch(/\| bare +\| +1 \| +1 \|/);
  expect(text).toMatch(/\| ours +\| +1\.20 \| +1\.20 \|/);
  expect(text).toMatch(/\| ours +\| no +\| yes +\| yes +\| no +\| yes +\|$/m);
  expect(text).not.toMatch(/\| bare +\| (yes|no)/);
  expect(text).toContain('What ours falls short in: largest-contentful-paint.');
});

it('says whether the list is painted as early as the bare one, with little enough script', () => {
  const heavy = { ...good, largestPaint: 900, scriptBytes: 301 * 1_024 };
  const pages = [
    { name: 'bare', runs: [good] },
    { name: 'ours', isOurs: true as const, runs: [heavy] },
  ];
  expect(listReport(pages, 'bare', 'computed')).toMatch(/\| ours +\| yes +\| no +\|$/m);
});

it('judges a click by what comes after its answer, or by itself where it needs none', () => {
  const none = { opening: [], 'page turn': [], filter: [], dialog: [] };
  const text = clicksReport(
    [
      { list: 'ours', screen: 'phone', taken: { ...none, 'page turn': paints([200, 101]) } },
      { list: 'ours', screen: 'desk', taken: { ...none, 'page turn': paints([200, 99]) } },
      { list: 'bare', screen: 'desk', taken: { ...none, 'page turn': paints([500, 300]) } },
      { list: 'ours', screen: 'wall', taken: { ...none, dialog: paints([101, null]) } },
    ],
    'ours',
  );
  expect(text).toMatch(/phone +\| ours .*\| no +\|$/m);
  expect(text).toMatch(/desk +\| ours .*\| yes +\|$/m);
  expect(text).toMatch(/desk +\| bare .*\| – +\|$/m);
  expect(text).toMatch(/\| dialog +\| wall +\| ours +\| +101 +\| +– \| +– \| no +\|$/m);
  expect(text.match(/\| dialog /g)).toHaveLength(1);
});

it('judges the opening of our list by that of its peer on the same screen', () => {
  const none = { 'page turn': [], filter: [], dialog: [] };
  const text = clicksReport(
    [
      { list: 'ours', screen: 'phone', taken: { ...none, opening: paints([700, 300]) } },
      { list: 'bare', screen: 'phone', taken: { ...none, opening: paints([800, 20]) } },
      { list: 'ours', screen: 'desk', taken: { ...none, opening: paints([700, 20]) } },
      { list: 'bare', screen: 'desk', taken: { ...none, opening: paints([600, 20]) } },
    ],
    'ours',
  );
  expect(text).toMatch(/phone +\| ours +\| +700 \| +0\.88 \|.*\| yes +\|$/m);
  expect(text).toMatch(/desk +\| ours +\| +700 \| +1\.17 \|.*\| no +\|$/m);
});
