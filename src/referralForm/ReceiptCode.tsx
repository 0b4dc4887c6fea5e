import { useId } from 'react';
import { lazyComponent } from '../app/lazyComponent';
import { routes } from '../app/routes';
import { useServices } from '../app/services';
import { useFeature } from '../app/useFeature';
import { useStep2T } from '../i18n/useStep2T';
import { ErrorBoundary } from '../frame/ErrorPage';
import { Button } from '../ui/Button';
import { useLeaveWarning } from '../ui/useLeaveWarning';
import styles from './ReceiptCode.module.css';

interface Props {
  readonly reference: string;
  readonly code: string;
}

const QrCode = lazyComponent(async () => (await import('../ui/QrCode')).QrCode, null);
/** Shown if it cannot be downloaded: reference and code can be written down. */
const NoQrCode = () => null;

/** Downloads the code that draws the QR code, so that a receipt has one offline. */
export const preloadQrCode = (): void => void QrCode.preload();

/** Reference and code, by which a guest can look the referral up: only in memory, so the browser asks before the page is closed or reloaded. */
export function ReceiptCode(props: Props) {
  return useFeature('lookUp') ? <Shown {...props} /> : null;
}

function Shown({ reference, code }: Props) {
  const t = useStep2T();
  const id = useId();
  const { publicUrl } = useServices().settings;
  useLeaveWarning(true);
  const page = `${publicUrl || window.location.origin}${routes.track.path}`;
  const lines = [
    `${t('receiptCode.reference')}: ${reference}`,
    `${t('receiptCode.code')}: ${code}`,
    page,
  ];

  return (
    <section aria-labelledby={id} className={styles.box}>
      <h3 id={id}>{t('receiptCode.title')}</h3>
      <dl translate="no">
        <dt>{t('receiptCode.reference')}</dt>
        <dd>{reference}</dd>
        <dt>{t('receiptCode.code')}</dt>
        <dd>{code}</dd>
      </dl>
      <p>{t('receiptCode.once')}</p>
      <div className={styles.scan}>
        {/* In the URL fragment, which browsers send to no server. */}
        <ErrorBoundary fallback={NoQrCode}>
          <QrCode
            text={`${page}#${reference}.${code}`}
            label={t('receiptCode.qr')}
            className={styles.qr}
          />
          <p>{t('receiptCode.scan')}</p>
        </ErrorBoundary>
      </div>
      <p className={styles.address}>{page}</p>
      <div className={styles.save}>
        <Button variant="secondary" onClick={() => saveText(lines.join('\n'))}>
          {t('receiptCode.save')}
        </Button>
      </div>
      <p>{t('receiptCode.shared')}</p>
      <p>{t('receiptCode.says')}</p>
    </section>
  );
}

/** Saves a text file, whose name says nothing. */
function saveText(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'receipt.txt';
  link.click();
  URL.revokeObjectURL(url);
}
