import { useT } from '../../i18n/I18nProvider';
import { PageHeading } from '../../shared/PageHeading';
import { usePageTitle } from '../../shared/usePageTitle';
import { NoteDialog } from './dialogs/NoteDialog';
import { StatusDialog } from './dialogs/StatusDialog';
import { ListPages } from './rows/ListPages';
import { ReferralRows } from './rows/ReferralRows';
import { RowsKept } from './rows/RowsKept';
import { useReferralDialog } from './useReferralDialog';
import { useReferralList } from './useReferralList';

/** The staff's main screen (spec section 2, "Referral List page"). */
export function ReferralList() {
  const t = useT();
  usePageTitle(t('referrals.title'));
  const list = useReferralList();
  const { dialog, open, close } = useReferralDialog();

  return (
    <>
      <PageHeading>{t('referrals.title')}</PageHeading>
      {list.rows && list.error && <RowsKept onTryAgain={list.tryAgain} />}
      <ReferralRows {...list} onOpen={open} />
      <ListPages page={list.page} pages={list.pages} onChange={list.goToPage} />
      {dialog?.name === 'status' && <StatusDialog referral={dialog.referral} onClose={close} />}
      {dialog?.name === 'note' && <NoteDialog referral={dialog.referral} onClose={close} />}
    </>
  );
}
