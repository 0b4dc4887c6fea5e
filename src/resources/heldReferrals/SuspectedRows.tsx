import { useEffect, useState } from 'react';
import { PAGE_SIZE } from '../../../contract/constants';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import { useStaffT } from '../../i18n/useStaffT';
import { ListView } from '../../admin/list/ListView';
import { ListPages } from '../../admin/list/Pagination';
import { StaleDataNotice } from '../../admin/list/StaleDataNotice';
import { useIsNarrow } from '../../admin/useIsNarrow';
import { usePagedList } from '../../admin/list/usePagedListController';
import { useRowDialog } from '../../admin/list/useRowDialog';
import styles from './HeldReferralList.module.css';
import { SuspectedCards } from './SuspectedCards';
import { HeldReferralDialog } from './HeldReferralDialog';
import type { DialogName, OpenDialog, ReferralParts } from './suspectedDialogs';
import { SuspectedTable } from './SuspectedTable';
import { useTellReleased } from './useRelease';

/** What draws the rows. */
export interface SuspectedRowsProps {
  readonly rows: readonly HeldReferralRecord[];
  readonly onOpen: OpenDialog;
}

/** Hardly ever more: they are looked at as they come. */
const LIKELY_ROWS = 3;

/** What is set apart, a page at a time, with the dialogs on it. */
export function SuspectedRows({ parts }: { parts: ReferralParts }) {
  const t = useStaffT();
  const list = usePagedList<HeldReferralRecord>('suspected', { perPage: PAGE_SIZE.mine });
  const { dialog, open, close } = useRowDialog<DialogName, HeldReferralRecord>(list.rows);
  const Rows = useIsNarrow() ? SuspectedCards : SuspectedTable;
  const DeleteDialog = parts.deleteDialog;

  const tellReleased = useTellReleased();
  const [released, setReleased] = useState<HeldReferralRecord>();
  // Only once the dialog is gone: what is said while it covers the page, a screen reader would not hear.
  useEffect(() => {
    if (released) tellReleased(released);
  }, [released, tellReleased]);
  const onReleased = (referral: HeldReferralRecord) => {
    setReleased(referral);
    close();
  };

  return (
    <>
      <p className={styles.intro}>{t('suspected.intro')}</p>
      {list.rows && list.error && (
        <StaleDataNotice text={t('suspected.rowsKept')} onTryAgain={list.tryAgain} />
      )}
      <ListView
        list={list}
        loadFailed={t('suspected.loadFailed')}
        empty={{ title: t('suspected.empty'), hint: t('suspected.emptyHint') }}
        likely={LIKELY_ROWS}
      >
        <Rows rows={list.rows ?? []} onOpen={open} />
      </ListView>
      <ListPages
        label={t('suspected.pages')}
        page={list.page}
        pages={list.pages}
        onChange={list.goToPage}
      />
      {dialog?.name === 'details' && (
        <HeldReferralDialog
          referral={dialog.row}
          parts={parts}
          onDelete={() => open('delete', dialog.row)}
          onReleased={onReleased}
          onClose={close}
        />
      )}
      {dialog?.name === 'delete' && <DeleteDialog referral={dialog.row} onClose={close} />}
    </>
  );
}
