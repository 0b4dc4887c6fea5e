import type { ReactElement } from 'react';
import type { Elements } from '../../../../app/elements';
import { useStaffT } from '../../../../i18n/useStaffT';
import styles from './HistoryList.module.css';

/** What happened and by whom. */
export function Line({ actor, children }: { actor: ReactElement | null; children: Elements }) {
  const t = useStaffT();
  return (
    <p>
      {children}
      {actor && <span> </span>}
      {actor && (
        <span className={styles.actor}>
          <span>· </span>
          <span className="visually-hidden">{`${t('history.by')} `}</span>
          {actor}
        </span>
      )}
    </p>
  );
}

interface FoldProps {
  readonly isOpen: boolean;
  readonly label: string;
  readonly children: Elements;
}

/** Content that is shown on request. */
export function Fold({ isOpen, label, children }: FoldProps) {
  if (isOpen) return children;
  return (
    <details className={styles.fold}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
