import { useEffect, useRef } from 'react';
import { useT } from '../i18n/I18nProvider';
import { useIsHydrating } from '../ui/useIsHydrating';
import styles from './ReferralForm.module.css';

/** Messages of the form before hydration; public/preHydration.js makes them visible. */
export function PreHydrationStatus() {
  const t = useT();
  if (!useIsHydrating()) return null;
  return (
    <div role="status" className={styles.before}>
      <p className={styles.waits}>{t('referralForm.starting')}</p>
      <p className={styles.fails}>{t('referralForm.notStarted')}</p>
    </div>
  );
}

/** Replays a 'Next' that was pressed before hydration. */
export function useReplaySubmit(next: () => void): void {
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  });

  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset.next === undefined) return;
    delete dataset.next;
    latest.current();
  }, []);
}
