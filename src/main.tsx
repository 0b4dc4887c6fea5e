/** Browser entry point: loads settings, texts and session, then renders the app or hydrates the server-rendered page. */
import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BRAND_STYLE_ID, type EmbeddedData, PAGE_DATA_ID } from '../contract/page';
import { createClient } from './api/client';
import { App } from './App';
import { createSessionStore } from './authProvider/sessionStore';
import { createI18n, preferredLanguage, rememberRequestedLanguage } from './i18n/createI18n';
import { startTexts } from './i18n/languages';
import { setTimeZone } from './i18n/providerTime';
import { stashUrlFragment } from './public/urlFragment';
import { takeResetToken } from './public/resetToken';
import { ErrorPage } from './frame/ErrorPage';
import { createFeatures, type Services } from './app/services';
import type { Settings } from './app/settings';
import './theme/tokens.css';
import './theme/base.css';

/** Milliseconds before a server-rendered page retries a failed start. */
const RETRY_DELAY = 3_000;

// Before the first await, which can take seconds on a slow phone.
const resetToken = takeResetToken();
rememberRequestedLanguage();
stashUrlFragment();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const isServerRendered = container.hasChildNodes();
/** The server has chosen a rendered page's language by the same rules. */
const language = isServerRendered ? document.documentElement.lang : preferredLanguage();
const render = createRender(container);

/** Loads the brand colour's code only if the page did not bring its style. On failure the product's own colours stay. */
async function loadBrandColor(hex: string): Promise<void> {
  if (document.getElementById(BRAND_STYLE_ID)) return;
  await import('./theme/applyBrandColor')
    .then((brand) => brand.applyBrandColor(hex))
    .catch(() => undefined);
}

/** The data our server embedded in the page; undefined if another host served it. */
function readPageData(): EmbeddedData<Settings> | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as EmbeddedData<Settings>) : undefined;
}

async function createServices(): Promise<Services> {
  const page = readPageData();
  const settings = page?.settings ?? (await (await import('./app/settings')).loadSettings());
  setTimeZone(settings.timeZone);
  if (settings.brandColor) await loadBrandColor(settings.brandColor);
  const session = createSessionStore();
  const api = createClient(settings.apiUrl, session);
  // Not awaited: public pages render at once; RequireAccess waits for the answer.
  void session.start(api.refresh);
  const features = createFeatures(api, page?.features);
  return { api, session, settings, features, sites: page?.sites, resetToken };
}

async function start(): Promise<void> {
  try {
    const [services, i18n] = await Promise.all([createServices(), createI18n(language)]);
    render(
      <StrictMode>
        <App services={services} i18n={i18n} />
      </StrictMode>,
    );
  } catch {
    document.documentElement.dataset.failed = '';
    // Until the retry succeeds, the rendered page can be read and its first step filled in.
    if (isServerRendered) setTimeout(() => void start(), RETRY_DELAY);
    else render(<ErrorPage {...startTexts(language)} onAction={() => void start()} />);
  }
}

function createRender(element: HTMLElement): (content: ReactNode) => void {
  // As a transition, in slices: on a slow phone the page keeps scrolling and accepting input while it hydrates.
  if (isServerRendered)
    return (content) => startTransition(() => void hydrateRoot(element, content));
  const root = createRoot(element);
  return (content) => root.render(content);
}

void start();
