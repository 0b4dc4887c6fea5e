import { withBrowser } from '../pages/browser';
const port = process.argv[2];
for (let i = 0; i < Number(process.argv[3] ?? 15); i++) {
  await withBrowser(async (browser) => {
    const page = await browser.newPage();
    page.setDefaultTimeout(12_000);
    const log: string[] = [];
    page.on('console', (m) => log.push(m.text()));
    page.on('pageerror', (e) => log.push('ERR ' + e));
    const open = new Map<string, string>();
    page.on('request', (r) => open.set((r as any).id, r.url() + ' ' + r.resourceType()+' '+log.length));
    page.on('requestfinished', (r) => open.delete((r as any).id));
    page.on('requestfailed', (r) => open.delete((r as any).id));
    page.on('requestfailed', (r) => log.push('failed ' + r.url() + ' ' + r.failure()?.errorText));
    await page.setViewport({ width: 412, height: 823 });
    await page.goto(`http://127.0.0.1:${port}/login`);
    await page.locator('input[name=email]').fill('head@desk.example');
    await page.locator('input[name=password]').fill('Correct-Horse-7-battery');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-row]');
    await page.emulateCPUThrottling(4);
    try {
      await page.goto(`http://127.0.0.1:${port}/admin`);
      log.push('loaded');
      await page.waitForSelector('[data-row]');
      log.push('rows');
      await page.waitForNetworkIdle();
      console.log(i, 'ok');
    } catch (e) {
      console.log(i, 'HANG', String(e), log.join(' | '));
      console.log('OPEN', [...open.values()].join('\n'));
      await page.screenshot({ path: `/tmp/shots/hang-${i}.png` });
      console.log(await page.evaluate(() => document.body.innerText.slice(0, 600)));
      console.log(await page.evaluate(() => JSON.stringify(performance.getEntriesByType('resource').slice(-12).map((e: any) => [e.name.replace(/.*:\d+/, ''), Math.round(e.startTime), Math.round(e.responseEnd)]))));
    }
  });
}
process.exit(0);
