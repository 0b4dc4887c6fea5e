/**
 * Whatever is typed, sent or handed out about a person is a canary: it must not come out where others read along, such as a
 * log, an address, the browser's storage, the console, a title, a refusal, or a copy a cache may keep.
 */
import type { BrowserContext, Page, Request } from '@playwright/test';
import { whatIsKept } from './whatIsKept';

/** Shorter ones turn up by chance. */
const SHORTEST = 5;

/** All that was planted in this worker so far; its tests share a server. */
const canaries = new Set<string>();

export function plant(value: unknown): void {
  if (typeof value !== 'string') return;
  const text = value.trim();
  if (text.length >= SHORTEST) canaries.add(text);
}
export const countCanaries = () => canaries.size;

/** What is no person's: chosen from lists everyone sees, or the product's own words. */
const NOT_PERSONAL = new Set([
  'substance',
  'site',
  'schools',
  'sites',
  'sex',
  // A number of five digits, which turn up in any long log.
  'mediCal_county',
  'role',
  'status',
  'id',
]);

/** Plants the texts of a body, but for those of the keys above. */
export function plantBody(value: unknown, key = ''): void {
  if (NOT_PERSONAL.has(key) || key.endsWith('_id')) return;
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) plantBody(inner, name);
  } else plant(value);
}

/** As it stands, in JSON as logs and answers have it, and in an address. */
const spellingsOf = (canary: string) => [
  canary,
  JSON.stringify(canary).slice(1, -1),
  encodeURIComponent(canary),
];

/** @returns the canaries in a text, shortened so that a report is no leak of its own */
export function canariesIn(text: string): string[] {
  return [...canaries]
    .filter((canary) => spellingsOf(canary).some((spelling) => text.includes(spelling)))
    .map((canary) => canary.slice(0, 24));
}

/** Where the contract itself has a person's data in the query. */
const MAY_CARRY =
  /^\/(api\/)?(referral\/filtered|accounts\/search|auth\/reset\/token-check|audit)$/;
/** Where letters' links lead, with a token. */
const RESET_PAGES = ['/reset-password', '/confirm-email'];

interface Sighting {
  readonly where: string;
  readonly text: string;
}

declare global {
  interface Window {
    tellTest: (kind: 'typed' | 'title' | 'violation', text: string) => void;
  }
}

/** Runs in every page before its own scripts. */
function listen(): void {
  document.addEventListener(
    'change',
    ({ target }) => {
      const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      const isChosen = isText && ['combobox', 'checkbox'].includes(target.role ?? target.type);
      if (isText && !isChosen && target.type !== 'checkbox') {
        window.tellTest('typed', `${target.name}\n${target.value}`);
      }
    },
    true,
  );
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    window.tellTest('violation', `${effectiveDirective} ${blockedURI}`);
  });
  document.addEventListener('DOMContentLoaded', () => {
    const title = document.querySelector('title');
    const tell = () => window.tellTest('title', document.title);
    if (title) new MutationObserver(tell).observe(title, { childList: true });
    tell();
  });
}

export interface Watch {
  /** Ends the watching. @returns what came out where it must not, in words */
  leaks(): Promise<string[]>;
}

/** Watches all pages of a browser from now on. */
export async function watchForCanaries(context: BrowserContext): Promise<Watch> {
  const sightings: Sighting[] = [];
  const faults: string[] = [];
  const reading: Promise<void>[] = [];

  await context.exposeBinding('tellTest', (_source, kind: string, text: string) => {
    if (kind === 'violation') faults.push(`content security policy: ${text}`);
    else if (kind === 'title') sightings.push({ where: 'a title', text });
    else {
      const [name = '', ...value] = text.split('\n');
      if (name !== 'name') plant(value.join('\n'));
    }
  });
  await context.addInitScript(listen);

  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    plantSent(request);
    if (MAY_CARRY.test(url.pathname)) sightings.push({ where: 'a path', text: url.pathname });
    else if (!RESET_PAGES.includes(url.pathname) && url.protocol !== 'data:') {
      sightings.push({ where: `the address ${url.pathname}`, text: readable(request.url()) });
    }
  };
  // Of a page that is left meanwhile an answer may never be finished, and nobody could wait for its text.
  const onFinished = (request: Request) => {
    reading.push(readAnswer(request, sightings));
  };
  const onNavigated = (page: Page) => {
    const url = new URL(page.url());
    if (!RESET_PAGES.includes(url.pathname)) {
      sightings.push({ where: 'the address bar', text: readable(page.url()) });
    }
  };
  const follow = (page: Page) => {
    page.on('framenavigated', () => onNavigated(page));
    page.on('pageerror', ({ message }) => sightings.push({ where: 'an error', text: message }));
  };
  context.pages().forEach(follow);
  context.on('page', follow);
  context.on('request', onRequest);
  context.on('requestfinished', onFinished);
  context.on('console', (message) => {
    sightings.push({ where: 'the console', text: message.text() });
  });

  return {
    async leaks() {
      for (const page of context.pages()) {
        if (!page.url().startsWith('http')) continue;
        onNavigated(page);
        sightings.push({ where: 'a title', text: await page.title() });
        sightings.push(...(await page.evaluate(whatIsKept)));
      }
      for (const { name, value } of await context.cookies()) {
        sightings.push({ where: `the cookie ${name}`, text: readable(value) });
      }
      await Promise.all(reading);
      const found = sightings.flatMap(({ where, text }) =>
        canariesIn(text).map((canary) => `${canary}… in ${where}`),
      );
      return [...faults, ...new Set(found)];
    },
  };
}

function plantSent(request: Request): void {
  plant(/^Bearer (.+)$/.exec(request.headers().authorization ?? '')?.[1]);
  if (!request.url().includes('/api/')) return;
  const body = request.postData();
  if (!body) return;
  // The names of sites are for everyone to see.
  if (/\/sites\//.test(request.url())) return;
  const isForm = request.headers()['content-type']?.startsWith('application/x-www');
  plantBody(isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body));
}

/** Refusals, and what a cache may keep, but for the public lists. */
async function readAnswer(request: Request, sightings: Sighting[]): Promise<void> {
  const url = new URL(request.url());
  if (!url.pathname.startsWith('/api/')) return;
  // The page, or the whole browser, may be closed by now.
  const response = await request.response().catch(() => null);
  if (!response) return;
  const isKept = !response.headers()['cache-control']?.includes('no-store');
  const isPublicList = /\/(sites|county)\/all$/.test(url.pathname);
  const isRefusal = response.status() >= 400;
  const isPair = /\/auth\/(login|refresh)$/.test(url.pathname);
  if (!isRefusal && !isPair && (!isKept || isPublicList)) return;
  // A page that was left no longer has it.
  const text = await response.text().catch(() => '');
  if (isRefusal || isKept) sightings.push({ where: `the answer of ${url.pathname}`, text });
  if (isPair && response.ok()) plantTokens(text);
}

function plantTokens(text: string): void {
  const { access_token, refresh_token } = JSON.parse(text || '{}') as Record<string, unknown>;
  plant(access_token);
  plant(refresh_token);
}

/** An address with its characters as a person reads them. */
function readable(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return `${text} ${decodeURIComponent(spaced)}`;
  } catch {
    return text;
  }
}
