import { type MouseEvent, type RefObject, useId, useRef } from 'react';
import { type ListControllerResult, useListContext } from 'react-admin';
import type { Elements } from '../../app/elements';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { ProblemMessage } from '../../ui/Message';
import { ListStatus, LoadError, LoadingRows } from './ListPlaceholders';
import styles from './ListView.module.css';
import { usePages } from './Pagination';
import { useRestoreFocus } from './useRestoreFocus';
import { useRowKeys } from './useRowKeys';

/** Replaces a list without records. */
export interface EmptyState {
  readonly title: StaffTextKey;
  readonly hint?: StaffTextKey;
  /** Below the hint, such as what else to look for. */
  readonly more?: Elements;
  /** The label of a button that clears the filters. */
  readonly clear?: StaffTextKey;
}

export interface ListViewProps {
  readonly messages: {
    /** Replaces the rows when none could be loaded. */
    readonly loadFailed: StaffTextKey;
    /** Above the previous rows when newer ones could not be loaded (spec section 8, "the result is unchanged"). */
    readonly stale: StaffTextKey;
  };
  readonly empty: EmptyState | ((list: ListControllerResult) => EmptyState);
  /** The heading of a list that is part of a page. */
  readonly heading?: RefObject<HTMLElement | null>;
  /** Skeleton rows while the first page loads. */
  readonly skeletonRows?: number;
  /** The rows: a DataTable, or elements with `data-row`. */
  readonly children: Elements;
}

/** The second click of a double click may be meant for a dialog that the first one closed. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail <= 1) return;
  event.stopPropagation();
  // The browser would follow the link, which loads the page anew.
  if ((event.target as Element).closest('a')) event.preventDefault();
}

/**
 * The rows of the list in context, or their replacement while it loads, when it is empty and when it failed.
 *
 * @example
 * <ListView
 *   messages={{ loadFailed: 'sites.loadFailed', stale: 'sites.rowsKept' }}
 *   empty={{ title: 'sites.empty', hint: 'sites.emptyHint' }}
 * >
 *   <ul>
 *     {data.map((site) => (
 *       <li key={site.id} data-row={site.id}>{site.name}</li>
 *     ))}
 *   </ul>
 * </ListView>
 */
export function ListView({ messages, empty, heading, skeletonRows, children }: ListViewProps) {
  const t = useStaffT();
  const list = useListContext();
  const { data, error, isFetching = false, refetch } = list;
  const rows = useRestoreFocus(heading);
  useRowKeys(rows, { isWholePage: !heading });
  const { pages, rangeText } = usePages();
  const onRetry = () => void refetch();
  const isEmpty = data?.length === 0;
  const isFirst = !data && !error;
  const emptyNotice = () => {
    const { title, hint, clear, more } = typeof empty === 'function' ? empty(list) : empty;
    const action = clear && (
      <Button variant="secondary" onClick={() => list.setFilters({})}>
        {t(clear)}
      </Button>
    );
    const actions = (
      <>
        {more}
        {action}
      </>
    );
    return { title: t(title), hint: hint && t(hint), action: actions };
  };

  return (
    <>
      {data && error && (
        <ProblemMessage>
          <p>{t(messages.stale)}</p>
          <div>
            <Button variant="secondary" onClick={onRetry}>
              {t('app.tryAgain')}
            </Button>
          </div>
        </ProblemMessage>
      )}
      <div className={styles.list} data-page={pages > 1 ? rangeText() : undefined}>
        {/* Outside the busy element, where screen readers may delay announcements. */}
        <ListStatus isLoading={isFetching || isFirst} empty={isEmpty ? emptyNotice() : undefined} />
        {!data && error && (
          <LoadError title={t(messages.loadFailed)} error={error} onTryAgain={onRetry} />
        )}
        {isFirst && <LoadingRows count={skeletonRows} />}
        {data && !isEmpty && (
          <SkipRows count={data.length}>
            <div
              ref={rows}
              data-page-rows={heading ? undefined : ''}
              className={styles.rows}
              aria-busy={isFetching}
              onClickCapture={ignoreSecondClick}
            >
              {children}
            </div>
          </SkipRows>
        )}
      </div>
    </>
  );
}

/** Up to so many rows, the Tab key is quick enough. */
const WORTH_SKIPPING = 5;

/** The rows of a list with a skip link to its end, for keyboard users, who would pass up to a hundred buttons. */
function SkipRows({ count, children }: { count: number; children: Elements }) {
  const t = useStaffT();
  const id = useId();
  const end = useRef<HTMLParagraphElement>(null);
  const isLong = count > WORTH_SKIPPING;
  // Following the link would add a history entry.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    end.current?.focus();
  };
  return (
    <>
      {isLong && (
        <a href={`#${id}`} onClick={skip} className={styles.skip}>
          {t('list.skipRows')}
        </a>
      )}
      {children}
      {isLong && (
        <p ref={end} id={id} tabIndex={-1} className={styles.end}>
          {t('list.endOfRows')}
        </p>
      )}
    </>
  );
}
