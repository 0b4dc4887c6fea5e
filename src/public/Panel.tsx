import type { Elements } from '../app/elements';
import { PageHeading, usePageTitle } from '../frame/PageHeading';
import styles from './Panel.module.css';

/** A short page in a card. */
export function Panel({ title, children }: { title: string; children: Elements }) {
  usePageTitle(title);
  return (
    <section className={styles.panel}>
      <PageHeading>{title}</PageHeading>
      {children}
    </section>
  );
}

/** Actions at the end of a card without a form. */
export function PanelEnd({ children }: { children: Elements }) {
  return <div className={styles.end}>{children}</div>;
}
