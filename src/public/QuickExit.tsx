import { useId } from 'react';
import { useT } from '../i18n/I18nProvider';
import { OutsideButtonLink } from '../shared/Button';
import { useServices } from '../shared/services';
import styles from './QuickExit.module.css';

/**
 * The quick exit of a public page, always visible at the bottom. A link, so that it works before hydration.
 */
export function QuickExit({ onLeave }: { onLeave: () => void }) {
  const t = useT();
  const hint = useId();
  const { exitUrl } = useServices().settings;

  return (
    <section data-exit="" aria-label={t('quickExit.leave')} className={styles.bar}>
      <OutsideButtonLink
        href={exitUrl}
        describedBy={hint}
        onClick={(event) => {
          event.preventDefault();
          onLeave();
        }}
      >
        {t('quickExit.leave')}
      </OutsideButtonLink>
      <p id={hint} className={styles.hint}>
        <span className={styles.keys}>{t('quickExit.keys')} </span>
        {t('quickExit.hint')}
      </p>
    </section>
  );
}
