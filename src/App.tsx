import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import type { I18n } from './i18n/createI18n';
import { I18nProvider, useLanguage } from './i18n/I18nProvider';
import { LandingPage } from './public/LandingPage';
import { PublicFrame } from './public/PublicFrame';
import { DraftProvider } from './referralForm/DraftProvider';
import { lazyComponent } from './app/lazyComponent';
import { markStarted } from './app/markStarted';
import { OfflineBanner } from './frame/OfflineBanner';
import { PageErrors } from './frame/PageErrors';
import { RequireAccess } from './session/RequireAccess';
import { findSignedInRoute, routes } from './app/routes';
import { type Services, ServicesProvider } from './app/services';
import { SessionStatus } from './session/SessionStatus';
import { loadSignPage } from './signing/loadSignPage';

interface Props {
  services: Services;
  i18n: I18n;
  /** Provides the location: the browser's by default, a fixed one on the server. */
  router?: ComponentType<{ children: ReactNode }>;
}

/** No transitions: navigation and sign-out must render in one pass (useLogOut). */
function BrowserPages({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;
}

/** The web app, with the services and texts that main.tsx, the server or a test has created. */
export function App({ services, i18n, router: Router = BrowserPages }: Props) {
  useEffect(markStarted, []);
  return (
    <ServicesProvider services={services}>
      <I18nProvider i18n={i18n}>
        <Router>
          <PageErrors>
            <OfflineBanner />
            <DraftProvider>
              <Pages />
            </DraftProvider>
            <SessionStatus />
          </PageErrors>
        </Router>
      </I18nProvider>
    </ServicesProvider>
  );
}

/** The pages whose code and texts load when they are first opened. */
function createLazyPages(i18n: I18n) {
  const withTexts = async <Module,>(module: Promise<Module>): Promise<Module> =>
    (await Promise.all([module, i18n.addTexts('account')]))[0];
  const accountPages = () => withTexts(import('./public/accountPages'));
  return {
    LoginPage: lazyComponent(async () => (await import('./public/LoginPage')).LoginPage),
    RegisterPage: lazyComponent(async () => (await accountPages()).RegisterPage),
    ForgotPasswordPage: lazyComponent(async () => (await accountPages()).ForgotPasswordPage),
    ResetPasswordPage: lazyComponent(async () => (await accountPages()).ResetPasswordPage),
    ConfirmEmailPage: lazyComponent(async () => (await accountPages()).ConfirmEmailPage),
    UserHome: lazyComponent(async () => (await accountPages()).UserHome, null),
    NotFoundPage: lazyComponent(async () => (await accountPages()).NotFoundPage),
    SignPage: lazyComponent(loadSignPage),
    NewsLinkPage: lazyComponent(async () => (await accountPages()).NewsLinkPage),
    LookUpPage: lazyComponent(async () => (await accountPages()).LookUpPage),
    SignedInApp: lazyComponent(async () => {
      const [app] = await Promise.all([withTexts(import('./SignedInApp')), i18n.addTexts('staff')]);
      return app.SignedInApp;
    }),
  };
}

/** Public pages, or the signed-in app behind RequireAccess. */
function Pages() {
  const { i18n } = useLanguage();
  const { pathname } = useLocation();
  const [lazy] = useState(() => createLazyPages(i18n));
  const signedInRoute = findSignedInRoute(pathname);

  if (signedInRoute) {
    return (
      <RequireAccess needs={signedInRoute.needs}>
        <lazy.SignedInApp />
      </RequireAccess>
    );
  }
  return (
    <Routes>
      <Route path={routes.sign.path} element={<lazy.SignPage />} />
      <Route element={<PublicFrame />}>
        <Route path={routes.home.path} element={<LandingPage UserHome={lazy.UserHome} />} />
        <Route path={routes.login.path} element={<lazy.LoginPage />} />
        <Route path={routes.register.path} element={<lazy.RegisterPage />} />
        <Route path={routes.forgotPassword.path} element={<lazy.ForgotPasswordPage />} />
        <Route path={routes.resetPassword.path} element={<lazy.ResetPasswordPage />} />
        <Route path={routes.confirmEmail.path} element={<lazy.ConfirmEmailPage />} />
        <Route path={routes.track.path} element={<lazy.LookUpPage />} />
        <Route path={routes.newsLink.path} element={<lazy.NewsLinkPage />} />
        <Route path="*" element={<lazy.NotFoundPage />} />
      </Route>
    </Routes>
  );
}
