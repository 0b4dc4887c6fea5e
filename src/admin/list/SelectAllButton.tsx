import { useEffect, useRef, useState } from 'react';
import {
  type RaRecord,
  useDataProvider,
  useListContext,
  useNotify,
  useRecordSelection,
  useResourceContext,
} from 'react-admin';
import { BULK_LIMITS } from '../../../contract/staffConstants';
import { formatNumber } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './BulkActionsToolbar.module.css';
import { focusBulkActions } from './focusBulkActions';
import { readMatching } from './readMatching';
import { useSelection } from './selection';
import type { PageMeta } from './usePagedListController';

/** Selects all records that the list's query finds, up to a maximum, as react-admin's; nothing if they are selected. */
export function SelectAllButton() {
  const t = useStaffT();
  const { language } = useLanguage();
  const notify = useNotify();
  const provider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const selection = useSelection();
  const { data: shown = [], total = 0, sort, meta } = useListContext();
  const data = selection ? shown.filter((record) => selection.canSelect(record)) : shown;
  const [selectedIds] = useRecordSelection({ resource });
  const { more = false, isEstimate = false, filter = {} } = (meta ?? {}) as Partial<PageMeta>;
  const [isBusy, setBusy] = useState(false);
  // How many a filter finds, once all were read: the list may know only an estimate.
  const [lastCount, setLastCount] = useState<{ filter: unknown; count: number }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const isAllInSight = !more && total <= data.length;
  const ids = new Set(selectedIds);
  const matchCount = lastCount?.filter === filter ? lastCount.count : total;
  const hasAll = isAllInSight
    ? data.every(({ id }) => ids.has(id))
    : selectedIds.length >= matchCount;
  if (!selection || hasAll) return null;

  const limit = BULK_LIMITS.selected;
  const isLimited = more || total > limit;
  const text = () => {
    const count = formatNumber(isLimited ? limit : total, language);
    if (isLimited) return t('bulk.selectMost', { count });
    return isEstimate ? t('bulk.selectAll') : t('bulk.selectMatching', { count });
  };
  const select = (records: readonly RaRecord[]) => {
    selection.select(records);
    // This button disappears.
    focusBulkActions();
  };
  const selectAll = async () => {
    if (isAllInSight) return select(data);
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const { signal } = controller;
      const found = await readMatching(provider, resource, { filter, sort }, { limit, signal });
      if (found.length < limit) setLastCount({ filter, count: found.length });
      select(found);
    } catch {
      if (!controller.signal.aborted) notify('bulk.selectFailed', { type: 'error' });
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  return (
    <button
      type="button"
      className={styles.link}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : () => void selectAll()}
    >
      {text()}
    </button>
  );
}
