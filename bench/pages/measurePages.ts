/** Measures the landing pages and the staff lists, ours and their peers in turn, round after round. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Options } from '../options';
import { say } from '../say';
import { audit, type AuditRun } from './audit';
import { startBrowser } from './browser';
import type { Audited, Clicks, Taken } from './figures';
import { measureInteractions, SCREENS, type StaffList } from './interactions';
import { clicksReport, landingReport, listReport, type PageRuns } from './report';
import { bareList, ourList, OURS } from './staffLists';
import { type PageServers, startPages } from './startPages';

/** What paints no later than anything can. */
const BARE_FORM = 'bare HTML form';

/** @param print told each part's tables as soon as they are known */
export async function measurePages(options: Options, print: (text: string) => void): Promise<void> {
  const servers = await startPages(options);
  try {
    print(landingReport(await measureLanding(servers, options), BARE_FORM));
    const lists = [bareList(servers.peers), ourList(servers.ours)];
    for (const throttling of ['devtools', 'simulate'] as const) {
      const pages = await auditLists(lists, throttling, options);
      print(listReport(pages, lists[0]?.name ?? '', THROTTLINGS[throttling]));
    }
    print(clicksReport(await measureClicks(lists, servers.watch, options), OURS));
  } finally {
    await servers.stop();
  }
}

interface Subject {
  readonly name: string;
  readonly isOurs?: true;
  readonly url: string;
  readonly signIn?: (page: Page) => Promise<void>;
}

function measureLanding({ ours, peers }: PageServers, options: Options): Promise<PageRuns[]> {
  const subjects: readonly Subject[] = [
    { name: BARE_FORM, url: `${peers}/bare/` },
    { name: 'the same, no safety headers', url: `${peers}/unguarded/` },
    { name: 'the same, styles in a file', url: `${peers}/bare-linked/` },
    { name: 'React, prerendered', url: `${peers}/react/` },
    { name: 'React + MUI, prerendered', url: `${peers}/mui/` },
    { name: 'React + MUI, by script', url: `${peers}/mui-by-script/` },
    { name: OURS, isOurs: true, url: `${ours}/` },
    { name: 'ours, Spanish', isOurs: true, url: `${ours}/?lang=es` },
  ];
  return auditAll('landing page', subjects, 'devtools', options);
}

const THROTTLINGS = { devtools: 'applied throttling', simulate: 'computed throttling' } as const;

function auditLists(
  lists: readonly StaffList[],
  throttling: AuditRun['throttling'],
  options: Options,
): Promise<PageRuns[]> {
  const subjects = lists.map(({ name, url, signIn }): Subject => {
    return { name, url, signIn, ...(name === OURS && { isOurs: true }) };
  });
  return auditAll('staff list', subjects, throttling, options);
}

async function measureClicks(
  lists: readonly StaffList[],
  watch: string,
  { rounds }: Options,
): Promise<Clicks[]> {
  const all = (['phone', 'desk'] as const).flatMap((screen) =>
    lists.map((list) => ({
      list,
      screen,
      taken: { opening: [], 'page turn': [], filter: [], dialog: [] } as Taken,
    })),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const { list, screen, taken } of all) {
      say(`clicks, round ${round} of ${rounds}: ${list.name}, ${screen}`);
      await measureInteractions(list, { screen, watch, taken });
    }
  }
  return all.map(({ list: { name }, screen, taken }) => {
    return { list: name, screen: `${screen}, ${SCREENS[screen].width} px`, taken };
  });
}

/** Each in a browser of its own, all of them in each round: what else the machine does changes, and they are compared. */
async function auditAll(
  what: string,
  subjects: readonly Subject[],
  throttling: AuditRun['throttling'],
  { rounds, data }: Options,
): Promise<PageRuns[]> {
  const folder = join(data, 'pages');
  mkdirSync(folder, { recursive: true });
  const pages = subjects.map((subject) => ({ ...subject, runs: [] as Audited[] }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, url, signIn, runs } of pages) {
      say(`Lighthouse, round ${round} of ${rounds}: ${name}`);
      const browser = await startBrowser();
      if (signIn) await browser.inPage(signIn);
      const keepAt = join(folder, `${what}, ${throttling}, ${name}, ${round}.json`);
      runs.push(await audit(browser, { url, throttling, keepAt }));
      await browser.stop();
    }
  }
  return pages;
}
