import { type ReactNode, useId } from 'react';
import type { TextKey } from '../../../i18n/catalogues/en';
import { useT } from '../../../i18n/I18nProvider';
import styles from './Details.module.css';

/** A titled list of labelled values. */
export function Details({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id}>{title}</h3>
      <dl className={styles.list}>{children}</dl>
    </section>
  );
}

/** One of its values. */
export function Detail({ label, children }: { label: TextKey; children: ReactNode }) {
  const t = useT();
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
