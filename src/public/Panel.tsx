import type { ReactNode } from 'react';
import styles from './Panel.module.css';

/** The card around a short page. */
export function Panel({ children }: { children: ReactNode }) {
  return <section className={styles.panel}>{children}</section>;
}

/** Actions at the end of a card without a form. */
export function PanelEnd({ children }: { children: ReactNode }) {
  return <div className={styles.end}>{children}</div>;
}
