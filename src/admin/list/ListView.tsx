import type { MouseEvent, ReactNode, RefObject } from 'react';
import styles from './ListView.module.css';
import { LoadingRows } from './LoadingRows';
import { LoadError } from './LoadError';
import { type EmptyNotice, ListStatus } from './ListStatus';
import { SkipRows } from './SkipRows';
import { useRestoreFocus } from './useRestoreFocus';

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
  empty: EmptyNotice;
  /** That of a list which is a part of its page. */
  heading?: RefObject<HTMLElement | null>;
  /** How many rows are to be expected, about. */
  likely?: number;
  children: ReactNode;
}

/** The second click of a double one may be meant for a dialog that the first has closed. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.stopPropagation();
}

/**
 * The rows of a list, each an element with `data-row`, or what stands in their place: that they are on their way, that there are none, or what went wrong.
 */
export function ListView({ list, loadFailed, empty, heading, likely, children }: Props) {
  const { rows, isFetching, error, tryAgain } = list;
  const place = useRestoreFocus(heading);
  const isEmpty = rows?.length === 0;
  const isFirst = !rows && !error;

  return (
    <div className={styles.list}>
      {/* Not in what is busy, where a screen reader may wait with what it says. */}
      <ListStatus isLoading={isFetching || isFirst} empty={isEmpty ? empty : undefined} />
      {!rows && error && <LoadError title={loadFailed} error={error} onTryAgain={tryAgain} />}
      {isFirst && <LoadingRows count={likely} />}
      {rows && !isEmpty && (
        <SkipRows count={rows.length}>
          <div
            ref={place}
            className={styles.rows}
            aria-busy={isFetching}
            onClickCapture={ignoreSecondClick}
          >
            {children}
          </div>
        </SkipRows>
      )}
    </div>
  );
}
