/** One Lighthouse run: its mobile preset, and what we read from its result. */
import { writeFileSync } from 'node:fs';
import lighthouse from 'lighthouse';
import { z } from 'zod';
import type { Browser } from './browser';
import { type Audited, CATEGORIES, type Category } from './figures';

/** How the slow line and processor are brought about: in the browser itself, or computed from a fast run. */
export type Throttling = 'devtools' | 'simulate';

const requestsSchema = z.object({
  items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number() })),
});
type Requests = z.output<typeof requestsSchema>['items'];

export interface AuditRun {
  readonly url: string;
  readonly throttling: Throttling;
  /** The file in which all that Lighthouse found is kept, for a closer look. */
  readonly keepAt: string;
}

/** @throws Error when the page could not be measured, or led elsewhere */
export async function audit(
  { port }: Pick<Browser, 'port'>,
  { url, throttling, keepAt }: AuditRun,
): Promise<Audited> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: [...CATEGORIES],
    throttlingMethod: throttling,
    disableFullPageScreenshot: true,
  });
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  const { lhr } = result;
  writeFileSync(keepAt, JSON.stringify(lhr));
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const shown = new URL(lhr.finalDisplayedUrl).pathname;
  if (shown !== new URL(url).pathname) throw new Error(`${url} led to ${shown}`);

  const numberOf = (name: string) => lhr.audits[name]?.numericValue ?? NaN;
  const { items } = requestsSchema.parse(lhr.audits['network-requests']?.details);
  const bytes = (list: Requests) => list.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return {
    largestPaint: numberOf('largest-contentful-paint'),
    blocked: numberOf('total-blocking-time'),
    shift: numberOf('cumulative-layout-shift'),
    scriptBytes: bytes(items.filter(({ resourceType }) => resourceType === 'Script')),
    allBytes: bytes(items),
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, (lhr.categories[name]?.score ?? NaN) * 100]),
    ) as Record<Category, number>,
    short: CATEGORIES.flatMap((name) => lhr.categories[name]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .flatMap(({ id }) => lhr.audits[id] ?? [])
      .filter(({ score }) => score !== null && score < 1)
      .map(({ id }) => id),
  };
}
