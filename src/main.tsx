/** Starts the web app: settings, texts and session first, then the pages. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApi } from './api/createApi';
import { App } from './App';
import { createSessionStore } from './authProvider/sessionStore';
import { createI18n, preferredLanguage } from './i18n/createI18n';
import { startTexts } from './i18n/startTexts';
import { takeResetToken } from './public/resetToken';
import { createFeatures } from './shared/features';
import type { Services } from './shared/services';
import { loadSettings } from './shared/settings';
import { Trouble } from './shared/Trouble';
import './theme/tokens.css';
import './theme/base.css';

// Before anything is waited for, which on a slow phone takes seconds.
const resetToken = takeResetToken();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

async function createServices(): Promise<Services> {
  const settings = await loadSettings();
  const session = createSessionStore();
  const api = createApi(settings.apiUrl, session);
  // Not awaited: public pages show at once, the guard waits for the answer.
  void session.start(api.refresh);
  return { api, session, settings, features: createFeatures(api), resetToken };
}

async function start(): Promise<void> {
  try {
    const [services, i18n] = await Promise.all([createServices(), createI18n()]);
    root.render(
      <StrictMode>
        <App services={services} i18n={i18n} />
      </StrictMode>,
    );
  } catch {
    root.render(<Trouble {...startTexts[preferredLanguage()]} onAction={() => void start()} />);
  }
}

void start();
