import type { ReactNode } from 'react';
import { useT } from '../i18n/I18nProvider';
import { ErrorBoundary, ErrorPage, type FallbackProps } from './ErrorPage';
import { OfflineError } from './lazyComponent';

/** Shows an error in place of pages that failed, with their main element. */
export function PageErrors({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={PageError}>{children}</ErrorBoundary>;
}

function PageError({ error, retry }: FallbackProps) {
  const t = useT();
  const isOffline = error instanceof OfflineError;
  return (
    <ErrorPage
      title={t('app.errorTitle')}
      text={t(isOffline ? 'failure.noAnswer' : 'app.errorText')}
      action={t('app.tryAgain')}
      onAction={isOffline ? retry : () => window.location.reload()}
    />
  );
}
