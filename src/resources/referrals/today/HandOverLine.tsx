import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { BULK_LIMITS, OWNER_FILTERS } from '../../../../contract/staffConstants';
import { readMatching, useOpenFiltered, useSelect } from '../../../admin';
import { RESOURCES, routes } from '../../../app/routes';
import { useOffersBulk } from '../../../bulk/bulkJob';
import { NEWEST_FIRST, type WorklistFilter } from '../../../dataProvider/worklist';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import styles from './today.module.css';

const FILTER = { owner: OWNER_FILTERS.left } satisfies WorklistFilter;

/** How many open referrals are of owners who left; a button lists and selects them all, ready to be assigned. */
export function HandOverLine({ count }: { count: number }) {
  const t = useStaffT();
  const offersBulk = useOffersBulk();
  const provider = useDataProvider();
  const notify = useNotify();
  const select = useSelect();
  const openFiltered = useOpenFiltered(RESOURCES.referrals, NEWEST_FIRST);
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  if (count === 0 || !offersBulk) return null;

  const handOver = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setBusy(true);
    try {
      const query = { filter: FILTER, sort: NEWEST_FIRST };
      const limit = BULK_LIMITS.selected;
      select(
        RESOURCES.referrals,
        await readMatching(provider, RESOURCES.referrals, query, { limit, signal }),
      );
      openFiltered(routes.referrals.path, FILTER);
    } catch {
      if (!signal.aborted) notify('bulk.selectFailed', { type: 'error' });
      setBusy(false);
    }
  };
  return (
    <div className={`${styles.bar} screen-only`}>
      <p className={styles.held}>{t('today.left', { smart_count: count })}</p>
      <Button variant="quiet" busy={isBusy} onClick={() => void handOver()}>
        {t('today.handOver')}
      </Button>
    </div>
  );
}
