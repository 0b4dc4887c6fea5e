import { useId } from 'react';
import type { SiteRecord } from '../../dataProvider/sites';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { ChangeProblem } from './ChangeProblem';
import { onEscape } from '../../admin/onEscape';
import styles from './SiteManager.module.css';
import { useDeleteSite } from './useDeleteSite';

/** Asks in the row before its site is deleted: nothing brings one back that went by a slip. */
export function DeleteSite({ site, onNo }: { site: SiteRecord; onNo: () => void }) {
  const t = useStaffT();
  const id = useId();
  const { start, isBusy, error } = useDeleteSite(site);
  const onKeyDown = onEscape(onNo);
  return (
    <div
      role="group"
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-hint`}
      className={styles.question}
    >
      <p id={`${id}-question`} className={styles.asked}>
        {t('sites.deleteQuestion', { name: site.name })}
      </p>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('sites.deleteHint')}
      </p>
      <div className={styles.actions}>
        <Button variant="secondary" data-focus="no" onClick={onNo} onKeyDown={onKeyDown}>
          {t('sites.no')}
        </Button>
        <Button variant="danger" busy={isBusy} onClick={start} onKeyDown={onKeyDown}>
          {t('sites.yes')}
        </Button>
      </div>
      <ChangeProblem error={error} />
    </div>
  );
}
