/** A Chromium with a fresh profile, which Lighthouse and Playwright both speak to through its port. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/findChromium';
import { freePort } from '../../scripts/freePort';
import { atEnd } from '../atEnd';
import { say } from '../say';

/** None of it calls out or does anything of its own. */
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-features=Translate,OptimizationHints,MediaRouter,InterestFeedContentSuggestions',
  '--disable-hang-monitor',
  '--disable-quic',
  '--disable-sync',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
];
const START_LIMIT = 60_000;

export interface Browser {
  readonly port: number;
  /** Does something in a page of the profile that Lighthouse sees too. */
  inPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

export async function startBrowser(): Promise<Browser> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'referral-desk-chromium-'));
  const settings = [
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
    '--lang=en-US',
  ];
  // A group of its own, as its helpers outlive it otherwise.
  const child = spawn(findChromium(say, true), [...FLAGS, ...settings, 'about:blank'], {
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const stop = atEnd(async () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && isRunning) process.kill(-child.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  });
  await untilListening(port);
  return {
    port,
    async inPage(work) {
      const connection = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const [context] = connection.contexts();
      if (!context) throw new Error('Chromium has no profile');
      const page = await context.newPage();
      try {
        return await work(page);
      } finally {
        await page.close();
        await connection.close();
      }
    },
    stop,
  };
}

async function untilListening(port: number): Promise<void> {
  const until = performance.now() + START_LIMIT;
  while (performance.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pass(50);
  }
  throw new Error('Chromium did not start');
}
