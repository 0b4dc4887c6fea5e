import type { Elements } from '../app/elements';
import { useLanguage, useT } from '../i18n/I18nProvider';
import { startTexts } from '../i18n/languages';
import { ErrorBoundary, ErrorPage, type FallbackProps } from './ErrorPage';
import { LoadError, OfflineError } from '../app/lazyComponent';
import { useServices } from '../app/services';
import { FallbackContact } from './FallbackContact';

/** Shows an error in place of pages that failed, with their main element. */
export function PageErrors({ children }: { children: Elements }) {
  return <ErrorBoundary fallback={PageError}>{children}</ErrorBoundary>;
}

function PageError(props: FallbackProps) {
  const { t, language } = useLanguage();
  const { settings } = useServices();
  const { text, tryAgain } = useFailure(props);
  return (
    <ErrorPage
      title={t('app.errorTitle')}
      text={text}
      action={t('app.tryAgain')}
      onAction={tryAgain}
    >
      <FallbackContact texts={startTexts(language)} settings={settings} />
    </ErrorPage>
  );
}

/** The text for an error that an `ErrorBoundary` caught, and the action of 'Try again'. */
export function useFailure({ error, retry }: FallbackProps) {
  const t = useT();
  const isOffline = error instanceof OfflineError;
  return {
    text: t(isOffline ? 'failure.noAnswer' : 'app.errorText'),
    // Reloading would lose what was typed: an unsent referral is in memory, and is there again.
    tryAgain: error instanceof LoadError ? () => window.location.reload() : retry,
  };
}
