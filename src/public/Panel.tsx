import type { Elements } from '../app/elements';
import { PageHeading, usePageTitle } from '../frame/PageHeading';
import styles from './Panel.module.css';

interface Props {
  title: string;
  /** Whether the document title, which the browser's history and tabs show, has only the brand. */
  hasNeutralTitle?: boolean;
  children: Elements;
}

/** A short page in a card. */
export function Panel({ title, hasNeutralTitle = false, children }: Props) {
  usePageTitle(hasNeutralTitle ? undefined : title);
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
