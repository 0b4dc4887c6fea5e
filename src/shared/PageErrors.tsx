import type { ReactNode } from 'react';
import { useT } from '../i18n/I18nProvider';
import { ErrorBoundary, ErrorPage, type FallbackProps } from './ErrorPage';
import { DownloadError } from './lazyComponent';

/**
 * Shows an error in place of the pages that failed.
 * @param isInFrame whether header and main element are outside of it
 */
export function PageErrors({ isInFrame, children }: { isInFrame?: boolean; children: ReactNode }) {
  return <ErrorBoundary fallback={isInFrame ? ErrorInFrame : PageError}>{children}</ErrorBoundary>;
}

const ErrorInFrame = (props: FallbackProps) => <PageError as="div" {...props} />;

/** Code that failed to download is tried again without a reload, which would discard what was typed. */
function PageError({ as, error, retry }: FallbackProps & { as?: 'div' }) {
  const t = useT();
  const isDownload = error instanceof DownloadError;
  return (
    <ErrorPage
      as={as}
      title={t('app.errorTitle')}
      text={t(isDownload ? 'failure.noAnswer' : 'app.errorText')}
      action={t('app.tryAgain')}
      onAction={isDownload ? retry : () => window.location.reload()}
    />
  );
}
