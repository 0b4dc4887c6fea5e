/**
 * Leak detection. Every text that a test types or sends about a person and every token it receives is a canary, which must not
 * appear where others can read it: in a log, a URL, the browser's storage, the console, a title, an error response, or a
 * cacheable response.
 */
import type { BrowserContext, Page, Request } from '@playwright/test';
import { BULK_ACTIONS } from '../../contract/staffConstants';
import { readBrowserStorage } from './browserStorage';

/** Shorter texts match by chance. */
const MIN_LENGTH = 5;

/** All canaries of this worker so far, because its tests share a server. */
const canaries = new Set<string>();

export function plantCanary(value: unknown): void {
  if (typeof value !== 'string') return;
  const text = value.trim();
  // A word of JSON is in any stored setting.
  if (text.length >= MIN_LENGTH && text !== 'false') canaries.add(text);
}
export const countCanaries = () => canaries.size;

/** Keys without personal data: their values come from public lists or are constants of the product. */
const NOT_PERSONAL = new Set([
  'substance',
  'site',
  'schools',
  'sites',
  'sex',
  // A number of five digits, which occurs by chance in any long log.
  'mediCal_county',
  'preferred_language',
  'role',
  'status',
  // The id of another referral.
  'other',
  // What the worklist is filtered and ordered by, from lists of the product.
  'referral_status',
  'gender',
  'sort',
  'order',
  'from',
  'to',
  // How, with whom and with what outcome contact was tried, from lists of the product.
  'channel',
  'whom',
  'outcome',
  // What a consent is about, whose a login is, and what may be said, from lists of the product.
  'kind',
  'level',
  'signer',
  'holder',
  'sentence',
  // Ids of records, which name nobody and stand in the addresses of the staff app.
  'id',
  'referral',
  'owner',
  'after',
  'account',
  'consent',
  'consents',
]);

/** What is done to many referrals: a word such as 'status' is in every line of the log. */
const isBulkAction = (key: string, value: unknown) =>
  key === 'action' && BULK_ACTIONS.some((action) => action === value);

/** Plants the texts of a body, except under the keys above and keys that end in `_id`, and bulk actions. */
export function plantBodyCanaries(value: unknown, key = ''): void {
  if (NOT_PERSONAL.has(key) || key.endsWith('_id') || isBulkAction(key, value)) return;
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) plantBodyCanaries(inner, name);
  } else plantCanary(value);
}

/** The canary itself, as JSON in logs and responses, and encoded in a URL. */
const spellingsOf = (canary: string) => [
  canary,
  JSON.stringify(canary).slice(1, -1),
  encodeURIComponent(canary),
];

/** @returns the canaries in a text, truncated so that the test report does not leak them */
export function findCanaries(text: string): string[] {
  return [...canaries]
    .filter((canary) => spellingsOf(canary).some((spelling) => text.includes(spelling)))
    .map((canary) => canary.slice(0, 24));
}

/** Paths whose query contains personal data by contract. */
const PERSONAL_QUERIES =
  /^\/(api\/)?(referral\/filtered|accounts\/search|auth\/reset\/token-check|audit)$/;
/** Pages that emailed links open, with a token. */
const LINK_PAGES = ['/reset-password', '/confirm-email', '/mails'];

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
function observePage(): void {
  document.addEventListener(
    'change',
    ({ target }) => {
      const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      const isChosen =
        isText && ['combobox', 'checkbox', 'radio'].includes(target.role ?? target.type);
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
    const reportTitle = () => window.tellTest('title', document.title);
    if (title) new MutationObserver(reportTitle).observe(title, { childList: true });
    reportTitle();
  });
}

export interface CanaryWatch {
  /** @returns a description of each leak and each violation of the content security policy so far */
  leaks(): Promise<string[]>;
}

/** Watches all pages of a browser context from now on. */
export async function watchForCanaries(context: BrowserContext): Promise<CanaryWatch> {
  const sightings: Sighting[] = [];
  const faults: string[] = [];
  const pendingReads: Promise<void>[] = [];

  await context.exposeBinding('tellTest', (_source, kind: string, text: string) => {
    if (kind === 'violation') faults.push(`content security policy: ${text}`);
    else if (kind === 'title') sightings.push({ where: 'a title', text });
    else {
      const [name = '', ...value] = text.split('\n');
      if (name !== 'name') plantCanary(value.join('\n'));
    }
  });
  await context.addInitScript(observePage);

  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    plantSent(request);
    if (PERSONAL_QUERIES.test(url.pathname))
      sightings.push({ where: 'a path', text: url.pathname });
    else if (!LINK_PAGES.includes(url.pathname) && url.protocol !== 'data:') {
      sightings.push({ where: `the address ${url.pathname}`, text: withDecoded(request.url()) });
    }
  };
  // Not `response`: if the page navigates away, a response may never finish and awaiting its text would hang.
  const onFinished = (request: Request) => {
    pendingReads.push(readResponse(request, sightings));
  };
  const onNavigated = (page: Page) => {
    const url = new URL(page.url());
    if (!LINK_PAGES.includes(url.pathname)) {
      sightings.push({ where: 'the address bar', text: withDecoded(page.url()) });
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
        sightings.push(...(await page.evaluate(readBrowserStorage)));
      }
      for (const { name, value } of await context.cookies()) {
        sightings.push({ where: `the cookie ${name}`, text: withDecoded(value) });
      }
      await Promise.all(pendingReads);
      const found = sightings.flatMap(({ where, text }) =>
        findCanaries(text).map((canary) => `${canary}… in ${where}`),
      );
      return [...faults, ...new Set(found)];
    },
  };
}

function plantSent(request: Request): void {
  plantCanary(/^Bearer (.+)$/.exec(request.headers().authorization ?? '')?.[1]);
  if (!request.url().includes('/api/')) return;
  const body = request.postData();
  if (!body) return;
  // Site names are public.
  if (/\/sites\//.test(request.url())) return;
  const isForm = request.headers()['content-type']?.startsWith('application/x-www');
  plantBodyCanaries(isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body));
}

/** Records error responses and cacheable responses, except the public lists. Plants the tokens of a sign-in or refresh. */
async function readResponse(request: Request, sightings: Sighting[]): Promise<void> {
  const url = new URL(request.url());
  if (!url.pathname.startsWith('/api/')) return;
  // The page or the browser may be closed already.
  const response = await request.response().catch(() => null);
  if (!response) return;
  const isCacheable = !response.headers()['cache-control']?.includes('no-store');
  const isPublicList = /\/(sites|county)\/all$/.test(url.pathname);
  const isError = response.status() >= 400;
  const isPair = /\/auth\/(login|refresh)$/.test(url.pathname);
  if (!isError && !isPair && (!isCacheable || isPublicList)) return;
  // The text is gone once the page has navigated away.
  const text = await response.text().catch(() => '');
  if (isError || isCacheable) sightings.push({ where: `the response of ${url.pathname}`, text });
  if (isPair && response.ok()) plantTokens(text);
}

function plantTokens(text: string): void {
  const { access_token, refresh_token } = JSON.parse(text || '{}') as Record<string, unknown>;
  plantCanary(access_token);
  plantCanary(refresh_token);
}

/** Returns a URL followed by its decoded form, if it can be decoded. */
function withDecoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return `${text} ${decodeURIComponent(spaced)}`;
  } catch {
    return text;
  }
}
