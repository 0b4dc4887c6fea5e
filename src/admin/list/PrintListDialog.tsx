import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  ListContextProvider,
  type RaRecord,
  useDataProvider,
  useListContext,
  useResourceContext,
} from 'react-admin';
import { createPortal } from 'react-dom';
import { BULK_LIMITS } from '../../../contract/staffConstants';
import { toApiError } from '../../api/ApiError';
import type { Elements } from '../../app/elements';
import { formatNumber } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { ProblemMessage } from '../../ui/Message';
import { useErrorText } from '../../ui/useErrorText';
import { Dialog } from '../dialog/Dialog';
import { ConfidentialityNotice } from '../layout/ConfidentialityNotice';
import { PrintedBy } from '../layout/PrintedBy';
import { readColumns } from './columns';
import { DataTable } from './DataTable';
import styles from './PrintList.module.css';
import { readMatching } from './readMatching';
import type { PageMeta } from './usePagedListController';

export interface PrintedListTexts {
  /** The heading of the paper. */
  readonly title: StaffTextKey;
  /** The confidentiality notice. */
  readonly confidential: StaffTextKey;
}

interface Props extends PrintedListTexts {
  readonly head?: Elements;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/**
 * Asks which rows of a list to print, and reads those that are not in sight, as whoever selects them all does: each page is a read
 * that the server records. Nothing is printed unless all were read.
 */
export function PrintListDialog({ onClose, ...printed }: Props) {
  const t = useStaffT();
  const { language } = useLanguage();
  const errorText = useErrorText();
  const { data = [], total = 0, meta } = useListContext();
  const { more = false, isEstimate = false } = (meta ?? {}) as Partial<PageMeta>;
  const { read, rows, count, error } = useMatching();
  const limit = BULK_LIMITS.selected;
  const isLimited = more || total > limit;
  const number = (value: number) => formatNumber(value, language);
  const isReading = count !== undefined;

  const allText = () => {
    if (isLimited) return t('sheet.firstRows', { count: number(limit) });
    return isEstimate ? t('sheet.allRows') : t('sheet.allCounted', { count: number(total) });
  };
  const printPage = () => {
    onClose();
    // Once the dialog, which would be printed in its place, is gone.
    setTimeout(() => window.print());
  };
  return (
    <Dialog
      title={t('sheet.printList')}
      width="sm"
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t('sheet.cancel')}
        </Button>
      }
    >
      <div className={styles.choices}>
        <Button variant="secondary" aria-disabled={isReading} onClick={printPage}>
          {t('sheet.thisPage', { count: number(data.length) })}
        </Button>
        <Button variant="secondary" busy={isReading} onClick={() => void read(limit)}>
          {allText()}
        </Button>
      </div>
      <p role="status" className={styles.progress}>
        {isReading &&
          t('sheet.reading', {
            count: number(count),
            total: number(Math.min(Math.max(total, count), limit)),
          })}
      </p>
      {error !== undefined && (
        <ProblemMessage>
          <p>{t('sheet.readFailed')}</p>
          <p>{errorText(toApiError(error))}</p>
        </ProblemMessage>
      )}
      {rows && <PrintedList {...printed} rows={rows} scope={allText()} onPrinted={onClose} />}
    </Dialog>
  );
}

/** Reads the rows that the list in context finds; leaving the dialog stops it. */
function useMatching() {
  const provider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const { sort, meta } = useListContext();
  const { filter = {} } = (meta ?? {}) as Partial<PageMeta>;
  const [rows, setRows] = useState<readonly RaRecord[]>();
  const [count, setCount] = useState<number>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const read = async (limit: number) => {
    const controller = new AbortController();
    running.current = controller;
    setError(undefined);
    setCount(0);
    try {
      const { signal } = controller;
      const options = { limit, signal, onProgress: setCount };
      setRows(await readMatching(provider, resource, { filter, sort }, options));
    } catch (failure) {
      if (controller.signal.aborted) return;
      setError(failure);
      setCount(undefined);
    }
  };
  return { read, rows, count, error };
}

interface PrintedListProps extends PrintedListTexts {
  readonly head?: Elements;
  readonly children: ReactNode;
  readonly rows: readonly RaRecord[];
  /** Which rows they are. */
  readonly scope: string;
  readonly onPrinted: () => void;
}

/** All rows in one table, on paper in place of everything else; opens the browser's print dialog as soon as it is there. */
function PrintedList(props: PrintedListProps) {
  const { title, confidential, head, children, rows, scope, onPrinted } = props;
  const t = useStaffT();
  const list = useListContext();
  const columns = readColumns(children).filter(({ card }) => card !== 'actions');
  const onDone = useRef(onPrinted);

  useEffect(() => {
    const done = () => onDone.current();
    window.addEventListener('afterprint', done, { once: true });
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', done);
    };
  }, []);

  return createPortal(
    <div className="staff-app paper-only">
      <div data-fills-window>
        <PrintedBy />
        <h1>{t(title)}</h1>
        <p>{scope}</p>
        <ConfidentialityNotice text={confidential} />
        {head}
        <ListContextProvider value={{ ...list, data: [...rows] } as typeof list}>
          <DataTable label={title}>
            {columns.map((column) => (
              <DataTable.Col key={column.label} {...column} />
            ))}
          </DataTable>
        </ListContextProvider>
      </div>
    </div>,
    document.body,
  );
}
