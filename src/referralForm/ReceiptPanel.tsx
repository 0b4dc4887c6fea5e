import { type Ref, useEffect, useId } from 'react';
import { useLanguage } from '../i18n/I18nProvider';
import { formatDateTime } from '../i18n/format';
import { useSiteName } from '../i18n/useSiteName';
import { useStep2T } from '../i18n/useStep2T';
import { Button } from '../ui/Button';
import { PhoneLink } from '../ui/PhoneLink';
import { useServices } from '../app/services';
import { useFeature } from '../app/useFeature';
import { preloadQrCode, ReceiptCode } from './ReceiptCode';
import { WhatHappensNext } from './WhatHappensNext';
import styles from './ReceiptPanel.module.css';
import type { Receipt } from './referralFormState';

export interface ReceiptProps {
  /** Null renders nothing: the code is loaded ahead of the receipt. */
  receipt: Receipt | null;
  /** Takes the focus. */
  ref: Ref<HTMLElement>;
  onShow: () => void;
  onClose: () => void;
}

/** Confirms a received referral until the person closes it: what, when, what happens next. Printed, it is alone on the paper. */
export function ReceiptPanel({ receipt, ref, onShow, onClose }: ReceiptProps) {
  const { t, language } = useLanguage();
  const step2T = useStep2T();
  const { brandName, supportPhone, supportPhoneHref } = useServices().settings;
  const siteName = useSiteName();
  const id = useId();
  const hasCodes = useFeature('lookUp');

  useEffect(() => {
    if (hasCodes) preloadQrCode();
  }, [hasCodes]);

  useEffect(() => {
    if (receipt) onShow();
  }, [receipt, onShow]);

  if (!receipt) return null;
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={id} className={styles.receipt}>
      <p className={styles.brand}>
        <bdi>{brandName}</bdi>
      </p>
      <h2 id={id}>{step2T('receipt.title')}</h2>
      <dl>
        <div>
          <dt>{step2T('receipt.at')}</dt>
          <dd>{formatDateTime(receipt.at, language)}</dd>
        </div>
        {receipt.site && (
          <div>
            <dt>{t('referralForm.site')}</dt>
            <dd>
              <bdi>{siteName(receipt.site.label)}</bdi>
            </dd>
          </div>
        )}
        {receipt.code === null && receipt.trackingId && (
          <div>
            <dt>{step2T('receipt.trackingId')}</dt>
            <dd>{receipt.trackingId}</dd>
          </div>
        )}
      </dl>
      <p>
        <WhatHappensNext />
      </p>
      {receipt.code && receipt.trackingId && (
        <ReceiptCode reference={receipt.trackingId} code={receipt.code} />
      )}
      {supportPhone && (
        <p>
          <span>{`${step2T('receipt.call')} `}</span>
          <PhoneLink phone={supportPhone} href={supportPhoneHref} />
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>{step2T('receipt.another')}</Button>
        <Button variant="secondary" onClick={() => window.print()}>
          {step2T('receipt.print')}
        </Button>
      </div>
    </section>
  );
}
