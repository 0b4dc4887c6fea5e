import { withBrowser } from '../pages/browser';
const res: Record<string, number[][]> = {};
for (let i = 0; i < Number(process.argv[2] ?? 8); i++)
  for (const port of ['4311', '4312', ...(process.argv[3] ? [process.argv[3]] : [])])
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.setViewport({ width: 1350, height: 940 });
      await page.goto(`http://127.0.0.1:${port}/login`);
      await page.locator('input[name=email]').fill('head@desk.example');
      await page.locator('input[name=password]').fill('Correct-Horse-7-battery');
      await page.keyboard.press('Enter');
      await page.waitForSelector('[data-row]');
      await page.waitForNetworkIdle();
      await page.goto(`http://127.0.0.1:${port}/admin`);
      await page.waitForSelector('[data-row]');
      await page.waitForNetworkIdle();
      await page.emulateCPUThrottling(4);
      for (let k = 0; k < 3; k++) {
        await page.goto('about:blank');
        await page.goto(`http://127.0.0.1:${port}/admin`);
        await page.waitForSelector('[data-row]');
        await page.waitForNetworkIdle();
        const r = (await page.evaluate(() => {
          const es = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          const mine = es.find((e) => e.name.includes('/referral/mine'))!;
          const js = es.filter((e) => /SignedInApp.*js/.test(e.name))[0]!;
          const lastJs = Math.max(...es.filter((e) => e.name.endsWith('.js') && e.startTime < mine.startTime).map((e) => e.responseEnd));
          const dcl = (performance.getEntriesByType('navigation')[0] as any).responseEnd;
          (globalThis as any).names = es.filter((e) => e.name.endsWith('.js')).map((e) => e.name.replace(/.*assets./, '') + ' ' + Math.round(e.startTime)); return [dcl, js.responseEnd, lastJs, mine.startTime];
        })) as number[];
        (res[port] ??= []).push(r);
        if (k === 2 && i === 0) console.log(port, await page.evaluate('names.join()'));
      }
    });
const med = (v: number[]) => Math.round(v.toSorted((a, b) => a - b)[v.length >> 1]!);
for (const [p, rows] of Object.entries(res)) console.log(p, 'html', med(rows.map((r) => r[0]!)), 'SignedInApp loaded', med(rows.map((r) => r[1]!)), 'last js', med(rows.map((r) => r[2]!)), 'mine requested', med(rows.map((r) => r[3]!)), 'gap', med(rows.map((r) => r[3]! - r[2]!)));
process.exit(0);
