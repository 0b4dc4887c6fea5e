import { useEffect, useRef } from 'react';
import { useT } from '../i18n/I18nProvider';
import { useTakingOver } from '../shared/useTakingOver';
import styles from './ReferralForm.module.css';

/** What a form that no script has taken over yet may have to say; public/beforeScript.js has it shown. */
export function BeforeScript() {
  const t = useT();
  if (!useTakingOver()) return null;
  return (
    <div role="status" className={styles.before}>
      <p className={styles.waits}>{t('referralForm.starting')}</p>
      <p className={styles.fails}>{t('referralForm.notStarted')}</p>
    </div>
  );
}

/** Ends what stood in for the app, and presses the 'Next' that was pressed before it was there. */
export function useEarlyNext(next: () => void): void {
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  });

  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.ready = '';
    if (dataset.next === undefined) return;
    delete dataset.next;
    latest.current();
  }, []);
}
