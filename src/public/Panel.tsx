import type { ReactNode } from 'react';
import styles from './Panel.module.css';

/** The card a short page stands in. */
export function Panel({ children }: { children: ReactNode }) {
  return <section className={styles.panel}>{children}</section>;
}

/** The way on from a card without a form. */
export function PanelEnd({ children }: { children: ReactNode }) {
  return <div className={styles.end}>{children}</div>;
}
