import { type ReactNode, useId } from 'react';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT } from '../../../i18n/useStaffT';
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
export function Detail({ label, children }: { label: StaffTextKey; children: ReactNode }) {
  const t = useStaffT();
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
