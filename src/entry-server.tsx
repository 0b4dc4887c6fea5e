/** Server entry point, built into dist/page: renders a page to HTML. The server calls it, and the build for static hosts. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import type { PageData, PageRenderer, NoScriptLookUp } from '../contract/page';
import { createClient } from './api/client';
import { App } from './App';
import { createSessionStore } from './authProvider/sessionStore';
import { createI18n, type I18n } from './i18n/createI18n';
import { I18nProvider } from './i18n/I18nProvider';
import { StartFailure } from './frame/FallbackContact';
import { startTexts } from './i18n/languages';
import { NoScriptLookUpPage } from './public/NoScriptLookUpPage';
import preHydration from './public/preHydration.js?raw';
import { PublicFrame } from './public/PublicFrame';
import { DraftProvider } from './referralForm/DraftProvider';
import { findRoute, routes, signedInRoutes } from './app/routes';
import { createFeatures, type Services, ServicesProvider } from './app/services';
import { readSettings } from './app/settings';

/**
 * Renders the landing page in full, and the look-up for browsers without scripts. For every other route it only names the modules
 * to preload.
 */
export const renderPage: PageRenderer['renderPage'] = async ({ route, language, data, lookUp }) => {
  const i18n = await createI18n(language);
  const services = createServices(data);
  const isLanding = route === routes.home.path;
  const content = isLanding
    ? renderToString(<App services={services} i18n={i18n} router={LandingRouter} />)
    : '';
  const hasLookUp = route === routes.track.path && services.features.offers('lookUp');
  const startFailure = <StartFailure texts={startTexts(language)} settings={services.settings} />;
  return {
    language,
    title: services.settings.brandName,
    description: i18n.translate('landing.lead'),
    content,
    ...(hasLookUp && { withoutScripts: await renderLookUp(services, i18n, lookUp) }),
    settings: services.settings,
    notStarted: renderToStaticMarkup(startFailure),
    script,
    modules: [`contract/languages/${language}.everyone.part.js`, ...listModules(route, language)],
  };
};

function LandingRouter({ children }: { children: ReactNode }) {
  return <StaticRouter location={routes.home.path}>{children}</StaticRouter>;
}

/** Renders /track as a form that needs no scripts, with the result of a submitted look-up. */
async function renderLookUp(
  services: Services,
  i18n: I18n,
  lookUp?: NoScriptLookUp,
): Promise<string> {
  await i18n.addTexts('account');
  await i18n.addTexts('staff');
  const { path } = routes.track;
  return renderToStaticMarkup(
    <ServicesProvider services={services}>
      <I18nProvider i18n={i18n}>
        <StaticRouter location={path}>
          <DraftProvider>
            <Routes>
              <Route element={<PublicFrame />}>
                <Route path={path} element={<NoScriptLookUpPage lookUp={lookUp} />} />
              </Route>
            </Routes>
          </DraftProvider>
        </StaticRouter>
      </I18nProvider>
    </ServicesProvider>,
  );
}

/** The inline script of each page, without its comments. */
export const script = preHydration.replaceAll(/^\s*\/\/.*\n/gm, '');

const UNKNOWN_ROUTE = '*';

export const matchRoute: PageRenderer['matchRoute'] = (path) =>
  findRoute(path)?.path ?? UNKNOWN_ROUTE;

function listModules(route: string, language: string): string[] {
  if (route === routes.track.path)
    return ['src/public/accountPages.ts', `contract/languages/${language}.account.part.js`];
  if (!signedInRoutes.some(({ path }) => path === route)) return [];
  return [
    'src/SignedInApp.tsx',
    'src/api/pipeline.ts',
    `contract/languages/${language}.account.part.js`,
    `contract/languages/${language}.staff.part.js`,
  ];
}

/** Services of an anonymous visitor: nothing is stored or requested. */
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
  const api = createClient(settings.apiUrl, session);
  return {
    api,
    session,
    settings,
    features: createFeatures(api, data.features),
    sites: data.sites,
  };
}
