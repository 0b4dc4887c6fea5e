/** Draws a page as HTML before any script, for dist/page: the server runs it, and the build for hosts of plain files. */
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { matchPath, StaticRouter } from 'react-router';
import type { PageData, PageDrawer } from '../contract/page';
import { createApi } from './api/createApi';
import { App } from './App';
import { createSessionStore } from './authProvider/sessionStore';
import { createI18n } from './i18n/createI18n';
import beforeScript from './public/beforeScript.js?raw';
import { createFeatures } from './shared/features';
import { routes, signedInRoutes } from './shared/routes';
import type { Services } from './shared/services';
import { readSettings } from './shared/settings';

/** The landing page is drawn whole; of any other, what its script will ask for is named, so that it can be sent along. */
export const drawPage: PageDrawer['drawPage'] = async ({ route, language, data }) => {
  const i18n = await createI18n(language);
  const services = createServices(data);
  const isLanding = route === routes.home.path;
  const content = isLanding
    ? renderToString(<App services={services} i18n={i18n} router={LandingAddress} />)
    : '';
  return {
    language,
    title: services.settings.brandName,
    description: i18n.translate('landing.lead'),
    content,
    script: content && script,
    modules: [`contract/languages/${language}.everyone.part.js`, ...modulesOf(route, language)],
  };
};

function LandingAddress({ children }: { children: ReactNode }) {
  return <StaticRouter location={routes.home.path}>{children}</StaticRouter>;
}

/** Without its comments. */
export const script = beforeScript.replaceAll(/^\s*\/\/.*\n/gm, '');

const UNKNOWN = '*';

export const routeOf: PageDrawer['routeOf'] = (path) =>
  Object.values(routes).find((route) => matchPath(route.path, path))?.path ?? UNKNOWN;

function modulesOf(route: string, language: string): string[] {
  if (!signedInRoutes.some(({ path }) => path === route)) return [];
  return ['src/SignedInApp.tsx', 'src/api/http.ts', `contract/languages/${language}.staff.part.js`];
}

/** Of nobody: nothing is stored, and nothing asked for. */
function createServices(data: PageData): Services {
  const settings = readSettings(data.settings);
  const session = createSessionStore({
    length: 0,
    key: () => null,
    getItem: () => null,
    setItem: () => {},
    removeItem: () => {},
    clear: () => {},
  });
  const api = createApi(settings.apiUrl, session);
  return {
    api,
    session,
    settings,
    features: createFeatures(api, data.features),
    sites: data.sites,
  };
}
