/** Runs work in a Chromium with a fresh profile, for Lighthouse and the clicks. */
import { type Browser, launch } from 'puppeteer-core';
import { findChromium } from '../../scripts/programs/findChromium';
import { onExit } from '../harness/onExit';
import { log } from '../harness/log';

export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>) {
  const browser = await launch({
    executablePath: findChromium(log, true),
    args: ['--no-sandbox', '--disable-gpu', '--lang=en-US'],
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  const stop = onExit(() => browser.close());
  try {
    return await work(browser);
  } finally {
    await stop();
  }
}
