import { lazyComponent } from '../../../app/lazyComponent';
import type { ContactPanelProps } from './ContactPanel';
import styles from './LazyContactPanel.module.css';

/** The panel, loaded with the list, before a record is opened. */
export const LazyContactPanel = lazyComponent<ContactPanelProps>(
  async () => (await import('./ContactPanel')).ContactPanel,
  <div className={styles.space} />,
);
