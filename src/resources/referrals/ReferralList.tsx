import type { ReactNode } from 'react';
import { type ReferralRecord, referralPageSize } from '../../dataProvider/referrals';
import { useStaffT } from '../../i18n/useStaffT';
import { usePageTitle } from '../../shared/usePageTitle';
import { ListHeader } from '../../admin/list/ListHeader';
import { ListPages } from '../../admin/list/Pagination';
import { StaleDataNotice } from '../../admin/list/StaleDataNotice';
import { usePagedList } from '../../admin/list/usePagedListController';
import { AddReferralButton } from './AddReferralButton';
import { ColumnsButton } from './columns/ColumnsButton';
import { useShownColumns } from './columns/useShownColumns';
import { ReferralDialog } from './dialogs/ReferralDialog';
import { FilterBar } from './filters/FilterBar';
import { useReferralFilters } from './filters/useReferralFilters';
import { ReferralRows } from './rows/ReferralRows';
import { useRowDialog } from '../../admin/list/useRowDialog';
import type { DialogName } from './dialogs/dialogNames';

/**
 * The staff's main screen (spec section 2, "Referral List page").
 * @param moreActions further buttons beside 'Add Referral'
 * @param notice what to know before the list
 */
export function ReferralList({
  moreActions,
  notice,
}: {
  moreActions?: ReactNode;
  notice?: ReactNode;
}) {
  const t = useStaffT();
  usePageTitle(t('referrals.title'));
  const filters = useReferralFilters();
  const list = usePagedList<ReferralRecord>('referrals', {
    perPage: referralPageSize(filters.applied),
    filter: filters.applied,
  });
  const { dialog, open, close } = useRowDialog<DialogName, ReferralRecord>(list.rows);
  const columns = useShownColumns();

  return (
    <>
      <ListHeader title={t('referrals.title')}>
        <ColumnsButton columns={columns} />
        {moreActions}
        <AddReferralButton />
      </ListHeader>
      <p className="paper-only">{t('referrals.confidential')}</p>
      {notice}
      <FilterBar filters={filters} shown={list.filter} />
      {list.rows && list.error && (
        <StaleDataNotice text={t('referrals.rowsKept')} onTryAgain={list.tryAgain} />
      )}
      <ReferralRows
        list={list}
        columns={columns.shown}
        onOpen={open}
        onClear={filters.isFiltered ? filters.clear : undefined}
      />
      <ListPages
        label={t('referrals.pages')}
        page={list.page}
        pages={list.pages}
        more={list.more}
        onChange={list.goToPage}
      />
      {dialog && <ReferralDialog name={dialog.name} referral={dialog.row} onClose={close} />}
    </>
  );
}
