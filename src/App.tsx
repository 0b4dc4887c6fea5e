import { lazy, type ReactNode, Suspense, useState } from 'react';
import { BrowserRouter, matchPath, Route, Routes, useLocation } from 'react-router';
import type { I18n } from './i18n/createI18n';
import { I18nProvider, useLanguage, useT } from './i18n/I18nProvider';
import { LandingPage } from './public/LandingPage';
import { PublicFrame } from './public/PublicFrame';
import { KeptDraftProvider } from './referralForm/KeptDraft';
import { ErrorBoundary } from './shared/ErrorBoundary';
import { Guard } from './shared/Guard';
import { Loading } from './shared/Loading';
import { routes, signedInRoutes } from './shared/routes';
import { type Services, ServicesProvider } from './shared/services';
import { IdleWatch } from './shared/session/IdleWatch';
import { SessionStatus } from './shared/session/SessionStatus';
import { Trouble } from './shared/Trouble';

const LoginPage = lazy(() => import('./public/LoginPage'));
const RegisterPage = lazy(() => import('./public/RegisterPage'));
const ForgotPasswordPage = lazy(() => import('./public/ForgotPasswordPage'));
const ResetPasswordPage = lazy(() => import('./public/ResetPasswordPage'));
const NotFoundPage = lazy(() => import('./public/NotFoundPage'));

/** The web app, given what main.tsx or a test made. */
export function App({ services, i18n }: { services: Services; i18n: I18n }) {
  return (
    <ServicesProvider services={services}>
      <I18nProvider i18n={i18n}>
        {/* Without transitions, so that leaving a page and signing out are drawn as one (HeaderActions). */}
        <BrowserRouter useTransitions={false}>
          <PageErrors>
            <KeptDraftProvider>
              <Pages />
            </KeptDraftProvider>
            <SessionStatus />
            <IdleWatch />
          </PageErrors>
        </BrowserRouter>
      </I18nProvider>
    </ServicesProvider>
  );
}

/** The signed-in app, which arrives together with its texts. */
const loadSignedInApp = (i18n: I18n) =>
  lazy(async () => {
    const [app] = await Promise.all([import('./SignedInApp'), i18n.addStaffTexts()]);
    return app;
  });

/** Public pages, or the signed-in app once the guard has let the person through. */
function Pages() {
  const { i18n } = useLanguage();
  const { pathname } = useLocation();
  const [SignedInApp] = useState(() => loadSignedInApp(i18n));
  const signedInRoute = signedInRoutes.find((route) => matchPath(route.path, pathname));

  if (signedInRoute) {
    return (
      <Guard needs={signedInRoute.needs}>
        <Suspense fallback={<Loading />}>
          <SignedInApp />
        </Suspense>
      </Guard>
    );
  }
  return (
    <Routes>
      <Route element={<PublicFrame />}>
        <Route path={routes.home.path} element={<LandingPage />} />
        <Route path={routes.login.path} element={<LoginPage />} />
        <Route path={routes.register.path} element={<RegisterPage />} />
        <Route path={routes.forgotPassword.path} element={<ForgotPasswordPage />} />
        <Route path={routes.resetPassword.path} element={<ResetPasswordPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

function PageErrors({ children }: { children: ReactNode }) {
  const t = useT();
  const fallback = (
    <Trouble
      title={t('app.errorTitle')}
      text={t('app.errorText')}
      action={t('app.tryAgain')}
      onAction={() => window.location.reload()}
    />
  );
  return <ErrorBoundary fallback={fallback}>{children}</ErrorBoundary>;
}
