/**
 * Step 2 of the form, and the receipt. Their code is downloaded while the visitor fills in step 1. If that fails, it can be tried
 * again: nothing that was typed is lost.
 */
import type { ComponentProps } from 'react';
import { retryableImport } from '../api/retryableImport';
import { lazyComponent, OfflineError } from '../app/lazyComponent';
import { useServices } from '../app/services';
import { ErrorBoundary, type FallbackProps } from '../frame/ErrorPage';
import { FallbackContact } from '../frame/FallbackContact';
import { useLanguage } from '../i18n/I18nProvider';
import { startTexts } from '../i18n/languages';
import { Button } from '../ui/Button';
import { ProblemMessage } from '../ui/Message';
import type * as Code from './Step2';
// oxlint-disable-next-line import/default -- made by scripts/build/chunkUrl.ts
import step2Url from './Step2?chunkUrl';

// With the page: a download that is tried again brings no styles, and needs the same other files.
// oxlint-disable-next-line import/no-unassigned-import -- so that the bundler puts it there
import '../ui/Modal';
import './ReachFields.module.css';
import './ReceiptCode.module.css';
import './ReceiptPanel.module.css';
import './RightsPanel.module.css';

const importStep2 = retryableImport(() => import('./Step2'), step2Url);

async function loadStep2(): Promise<typeof Code> {
  try {
    return await importStep2();
  } catch (cause) {
    throw new OfflineError('Step 2 was not downloaded', { cause });
  }
}

const LazyStep2 = lazyComponent(async () => (await loadStep2()).Step2);
export const ReceiptPanel = lazyComponent(async () => (await loadStep2()).ReceiptPanel, null);
const LazyCorrectedFields = lazyComponent(async () => (await loadStep2()).CorrectedFields);

/** Downloads step 2 and the receipt, so that both work offline. */
export function preloadStep2(): void {
  void LazyStep2.preload();
  void ReceiptPanel.preload();
}

export function Step2(props: ComponentProps<typeof Code.Step2>) {
  return (
    <ErrorBoundary fallback={Failure}>
      <LazyStep2 {...props} />
    </ErrorBoundary>
  );
}

/** Its fields that staff may correct. */
export function CorrectedFields(props: ComponentProps<typeof Code.CorrectedFields>) {
  return (
    <ErrorBoundary fallback={Failure}>
      <LazyCorrectedFields {...props} />
    </ErrorBoundary>
  );
}

/** Shown instead if the download fails, or the browser lacks what step 2 needs. */
function Failure({ error, retry }: FallbackProps) {
  const { t, language } = useLanguage();
  const { settings } = useServices();
  return (
    <ProblemMessage>
      <p>{t(error instanceof OfflineError ? 'failure.noAnswer' : 'app.errorTitle')}</p>
      <FallbackContact texts={startTexts(language)} settings={settings} />
      <Button variant="secondary" onClick={retry}>
        {t('app.tryAgain')}
      </Button>
    </ProblemMessage>
  );
}
