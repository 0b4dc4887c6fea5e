import type { ReactNode } from 'react';
import { useStaffT } from '../i18n/useStaffT';
import styles from './ListBody.module.css';
import { LoadingRows } from './LoadingRows';
import { LoadProblem } from './LoadProblem';
import { useKeptPlace } from './useKeptPlace';

interface Props {
  list: {
    readonly rows: readonly unknown[] | undefined;
    readonly isFetching: boolean;
    /** Why the rows asked for last did not come, if so. */
    readonly error: Error | null;
    readonly tryAgain: () => void;
  };
  /** Said when nothing could be loaded. */
  loadFailed: string;
  /** What stands there when there is nothing. */
  empty: ReactNode;
  children: ReactNode;
}

/**
 * The rows of a list, each an element with `data-row`, or what stands in their place: that they are on their way, that there are none, or what went wrong.
 */
export function ListBody({ list, loadFailed, empty, children }: Props) {
  const t = useStaffT();
  const { rows, isFetching, error, tryAgain } = list;
  const place = useKeptPlace();

  if (!rows && error) return <LoadProblem title={loadFailed} error={error} onTryAgain={tryAgain} />;
  if (!rows) return <LoadingRows />;
  if (rows.length === 0) return empty;
  return (
    <div ref={place} className={styles.rows} aria-busy={isFetching}>
      <p role="status" className="visually-hidden">
        {isFetching && t('app.loading')}
      </p>
      {children}
    </div>
  );
}
