import type { ReactNode } from 'react';
import { useRecordSelection, useResourceContext } from 'react-admin';
import { BULK_LIMITS } from '../../../contract/staffConstants';
import { formatNumber } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './BulkActionsToolbar.module.css';
import { BULK_ACTIONS_MARK } from './focusBulkActions';
import { InListFooter } from './ListFooter';
import { SelectAllButton } from './SelectAllButton';

/**
 * The actions on the selected rows, like react-admin's component of that name; shown while rows are selected. It stands in the
 * footer of the list, where the pages are, because above the table it would move the rows under the pointer or cover the filters.
 *
 * @example
 * <BulkActionsToolbar>
 *   <button type="button" className={bulkButton} onClick={release}>
 *     {t('bulk.release')}
 *   </button>
 * </BulkActionsToolbar>
 */
export function BulkActionsToolbar({ children }: { children: ReactNode }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const resource = useResourceContext() ?? '';
  const [selectedIds, { clearSelection }] = useRecordSelection({ resource });
  const smart_count = selectedIds.length;
  const count = formatNumber(smart_count, language);
  const text = t('bulk.selected', { smart_count, count });
  const cancel = () => {
    clearSelection();
    // The bar disappears.
    document.querySelector<HTMLElement>('[data-select]')?.focus({ preventScroll: true });
  };
  return (
    <>
      {/* Mounts before its text, as screen readers announce only changes. */}
      <p role="status" className="visually-hidden">
        {smart_count > 0 && `${text}. ${t('bulk.hint')}.`}
      </p>
      {smart_count > 0 && (
        <InListFooter>
          <div
            role="group"
            aria-label={t('bulk.actions')}
            className={`${styles.bar} screen-only`}
            {...{ [BULK_ACTIONS_MARK]: '' }}
          >
            <p className={styles.count} aria-hidden="true">
              <strong>{text}</strong>
            </p>
            <div className={styles.actions}>{children}</div>
            <div className={styles.rest}>
              {smart_count < BULK_LIMITS.selected && <SelectAllButton />}
              <button type="button" className={styles.button} onClick={cancel}>
                {t('bulk.cancel')}
              </button>
            </div>
          </div>
        </InListFooter>
      )}
    </>
  );
}

/** The class of a button in the toolbar. */
export const bulkButton = styles.button;
