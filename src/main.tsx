/** Starts the web app: settings, texts and session first, then the pages; or takes over the page the server has drawn. */
import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BRAND_STYLE_ID } from '../contract/page';
import { createApi } from './api/createApi';
import { App } from './App';
import { createSessionStore } from './authProvider/sessionStore';
import { createI18n, preferredLanguage, rememberAsked } from './i18n/createI18n';
import { startTexts } from './i18n/languages';
import { takeResetToken } from './public/resetToken';
import { createFeatures } from './shared/features';
import { readPageData } from './shared/pageData';
import type { Services } from './shared/services';
import { loadSettings } from './shared/settings';
import { Trouble } from './shared/Trouble';
import './theme/tokens.css';
import './theme/base.css';

/** Milliseconds after which a page that is there already asks again for what did not arrive. */
const AGAIN = 3_000;

// Before anything is waited for, which on a slow phone takes seconds.
const resetToken = takeResetToken();
rememberAsked();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const isDrawn = container.hasChildNodes();
/** A drawn page is in the language it was asked for in, by the same rules. */
const language = isDrawn ? document.documentElement.lang : preferredLanguage();
const show = createShow(container);

/** Loaded only where a provider has a colour the page did not bring. Should it not arrive, the product's own will do. */
async function showBrand(hex: string): Promise<void> {
  if (document.getElementById(BRAND_STYLE_ID)) return;
  await import('./theme/showBrand').then((brand) => brand.showBrand(hex)).catch(() => undefined);
}

async function createServices(): Promise<Services> {
  const page = readPageData();
  const settings = await loadSettings(page?.settings);
  if (settings.brandColor) await showBrand(settings.brandColor);
  const session = createSessionStore();
  const api = createApi(settings.apiUrl, session);
  // Not awaited: public pages show at once, the guard waits for the answer.
  void session.start(api.refresh);
  const features = createFeatures(api, page?.features);
  return { api, session, settings, features, sites: page?.sites, resetToken };
}

async function start(): Promise<void> {
  try {
    const [services, i18n] = await Promise.all([createServices(), createI18n(language)]);
    show(
      <StrictMode>
        <App services={services} i18n={i18n} />
      </StrictMode>,
    );
  } catch {
    // What is drawn can be read, and the first step filled in, meanwhile.
    if (isDrawn) setTimeout(() => void start(), AGAIN);
    else show(<Trouble {...startTexts(language)} onAction={() => void start()} />);
  }
}

function createShow(element: HTMLElement): (content: ReactNode) => void {
  // In slices: on a slow phone what is drawn scrolls and takes what is typed while it is taken over.
  if (isDrawn) return (content) => startTransition(() => void hydrateRoot(element, content));
  const root = createRoot(element);
  return (content) => root.render(content);
}

void start();
