import { useCallback, useEffect, useId, useRef } from 'react';
import { useRefresh } from 'react-admin';
import { TOASTS } from '../../../contract/staffConstants';
import { onEscape } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { SiteRecord } from '../../dataProvider/sites';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import styles from './SiteManager.module.css';
import { SiteMutationError, useSiteMutation } from './useSiteMutation';

/** Asks in the row before it deletes the site. */
export function DeleteSite({ site, onNo }: { site: SiteRecord; onNo: () => void }) {
  const t = useStaffT();
  const id = useId();
  const { start, isBusy, error } = useDeleteSite(site);
  const onKeyDown = onEscape(onNo);
  return (
    <div
      role="alertdialog"
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
        <Button variant="danger" busy={isBusy} onClick={() => start()} onKeyDown={onKeyDown}>
          {t('sites.yes')}
        </Button>
        <Button variant="secondary" data-focus="no" onClick={onNo} onKeyDown={onKeyDown}>
          {t('sites.no')}
        </Button>
      </div>
      <SiteMutationError error={error} />
    </div>
  );
}

/** Fetches all data again when the notification disappears (spec section 2), or earlier if the row is unmounted before. */
function useDeleteSite(site: SiteRecord) {
  const refresh = useRefresh();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const refreshNow = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    refresh();
  }, [refresh]);
  useEffect(
    () => () => {
      if (timer.current !== undefined) refreshNow();
    },
    [refreshNow],
  );

  return useSiteMutation<void>({
    send: (provider) => provider.delete(RESOURCES.sites, { id: site.id, previousData: site }),
    done: 'sites.deleted',
    failed: 'sites.notDeleted',
    failedFor: TOASTS.siteNotDeleted,
    onDone: () => {
      timer.current = setTimeout(refreshNow, TOASTS.siteChanged);
    },
  });
}
