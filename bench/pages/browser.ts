/** Runs work in a Chromium with a fresh profile, for Lighthouse and the clicks. */
import { type Browser, launch } from 'puppeteer-core';
import { findChromium } from '../../scripts/findChromium';
import { atEnd } from '../atEnd';
import { say } from '../say';

export async function inBrowser<Result>(work: (browser: Browser) => Promise<Result>) {
  const browser = await launch({
    executablePath: findChromium(say, true),
    args: ['--no-sandbox', '--disable-gpu', '--lang=en-US'],
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  const stop = atEnd(() => browser.close());
  try {
    return await work(browser);
  } finally {
    await stop();
  }
}
