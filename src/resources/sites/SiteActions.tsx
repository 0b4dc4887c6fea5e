import type { SiteRecord } from '../../dataProvider/sites';
import { useStaffT } from '../../i18n/useStaffT';
import { useCan } from '../../shared/useCan';
import rowButton from '../../admin/list/RowButton.module.css';
import styles from './SiteManager.module.css';

interface Props {
  site: SiteRecord;
  /** The server neither renames nor deletes it. */
  isProtected: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** What can be done with a site, or why nothing can. Whose buttons they are, a screen reader adds to their names. */
export function SiteActions({ site, isProtected, onEdit, onDelete }: Props) {
  const t = useStaffT();
  const canRename = useCan('site.update');
  const canDelete = useCan('site.delete');
  if (isProtected) {
    // Takes the focus when it has come to this row, as the row has no button.
    return (
      <span data-row-opener tabIndex={-1} className={styles.note}>
        {t('sites.partOfForm')}
      </span>
    );
  }
  return (
    <span className={styles.actions}>
      {canRename && (
        <button
          type="button"
          data-focus="edit"
          aria-describedby={`site-${site.id}`}
          className={rowButton.button}
          onClick={onEdit}
        >
          {t('sites.edit')}
        </button>
      )}
      {canDelete && (
        <button
          type="button"
          data-focus="delete"
          aria-describedby={`site-${site.id}`}
          className={rowButton.button}
          onClick={onDelete}
        >
          {t('sites.delete')}
        </button>
      )}
    </span>
  );
}
