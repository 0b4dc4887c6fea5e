import { type ReactNode, useEffect } from 'react';
import { useCanAccess, useListContext } from 'react-admin';
import type { Elements } from '../../../app/elements';
import {
  ColumnsButton,
  CreateInDialogButton,
  DataTable,
  EditDialog,
  type EmptyState,
  KeysButton,
  List,
  PrintListButton,
  RowDialogs,
} from '../../../admin';
import { type ReferralRecord, referralPageSize } from '../../../dataProvider/referrals';
import { NEWEST_FIRST, worklistPageSize } from '../../../dataProvider/worklist';
import { useStaffT } from '../../../i18n/useStaffT';
import { ErrorBoundary } from '../../../frame/ErrorPage';
import { ButtonLink } from '../../../ui/Button';
import { lazyComponent } from '../../../app/lazyComponent';
import { RESOURCES, routes } from '../../../app/routes';
import { ArrivalsNotice } from '../arrivals/ArrivalsNotice';
import { SoundButton } from '../arrivals/SoundButton';
import { BulkActionsError } from '../../../bulk/BulkErrors';
import { useOffersBulk } from '../../../bulk/bulkJob';
import { useFeature } from '../../../app/useFeature';
import { AddReferralDialog } from '../add/AddReferralDialog';
import { CallReturn } from '../contact/CallReturn';
import { LogCallField } from '../contact/ContactLine';
import { DeleteDialog } from '../record/DeleteDialog';
import { DuplicateMarks } from '../duplicates/DuplicateMark';
import { AddedDuplicateNotice } from '../duplicates/DuplicateNotice';

import { ReferralFilterForm } from '../filter/ReferralFilterForm';
import { PrintedFilter } from './PrintedFilter';
import { ReferralRow } from './ReferralRow';
import { ReferralSearch } from '../filter/ReferralSearch';
import { SimilarNames } from '../filter/SearchHints';
import { useReferralColumns } from './useReferralColumns';

const ROW = <ReferralRow />;
const LOG_CALL = <LogCallField />;
const PRINTED = { title: 'referrals.title', confidential: 'referrals.confidential' } as const;
/** Loaded once rows are selected. */
const ReferralBulkActions = lazyComponent(
  async () => (await import('../bulk/ReferralBulkActions')).ReferralBulkActions,
  null,
);
/** The actions on selected referrals, of this list and of that of today. */
export const BULK_ACTIONS = (
  <ErrorBoundary fallback={BulkActionsError}>
    <ReferralBulkActions />
  </ErrorBoundary>
);
/** Loaded with the list, before a record is opened. */
const StatusDialog = lazyComponent(
  async () => (await import('../record/StatusDialog')).StatusDialog,
  null,
);
const NoteDialog = lazyComponent(
  async () => (await import('../record/NoteDialog')).NoteDialog,
  null,
);
const CreateLoginDialog = lazyComponent(
  async () => (await import('../login/CreateLoginDialog')).CreateLoginDialog,
  null,
);
const CallDialog = lazyComponent(
  async () => (await import('../contact/CallDialog')).CallDialog,
  null,
);

const DIALOGS = {
  note: NoteDialog,
  login: CreateLoginDialog,
  delete: DeleteDialog,
  call: CallDialog,
};

interface Props {
  /** Further buttons beside 'Add Referral'. */
  moreActions?: Elements;
  /** Above the list. */
  notice?: Elements;
}

/** The staff's main page (spec section 2, "Referral List page"). */
export function ReferralList({ moreActions, notice }: Props) {
  const t = useStaffT();
  const { canAccess: canEdit } = useCanAccess({ resource: RESOURCES.referrals, action: 'edit' });
  const isWorklist = useFeature('worklist');
  const columns = useReferralColumns(canEdit, isWorklist);
  return (
    <List<ReferralRecord>
      resource={RESOURCES.referrals}
      title="referrals.title"
      total={{ all: 'referrals.total', matching: 'referrals.matching' }}
      confidential="referrals.confidential"
      perPage={isWorklist ? worklistPageSize : referralPageSize}
      sort={NEWEST_FIRST}
      actions={
        <>
          <SoundButton />
          <KeysButton isIcon />
          <ColumnsButton>{columns}</ColumnsButton>
          <PrintListButton {...PRINTED} head={<PrintedFilter />}>
            {columns}
          </PrintListButton>
          {moreActions}
        </>
      }
      primaryAction={
        <CreateInDialogButton
          resource={RESOURCES.referrals}
          label={t('referrals.add')}
          dialog={AddReferralDialog}
        />
      }
      search={<ReferralSearch />}
      news={<ArrivalsNotice />}
      notice={
        <>
          {notice}
          <AddedDuplicateNotice />
        </>
      }
      filters={<ReferralFilterForm />}
      messages={{ loadFailed: 'referrals.loadFailed', stale: 'referrals.rowsKept' }}
      empty={({ filterValues }) => emptyState(filterValues as object, canEdit)}
      pages="referrals.pages"
      dialogs={<ReferralDialogs />}
    >
      <DuplicateMarks>
        <ReferralTable>{columns}</ReferralTable>
      </DuplicateMarks>
    </List>
  );
}

/** The record of the referral whose address is open, the dialogs on a row, and the question after a call. */
export function ReferralDialogs() {
  const { canAccess: canEdit } = useCanAccess({ resource: RESOURCES.referrals, action: 'edit' });
  useEffect(() => {
    void StatusDialog.preload();
    void NoteDialog.preload();
  }, []);
  return (
    <>
      {canEdit !== undefined && (
        <EditDialog<ReferralRecord>
          render={(props) => <StatusDialog canEdit={canEdit} {...props} />}
        />
      )}
      <RowDialogs<ReferralRecord> dialogs={DIALOGS} />
      <CallReturn />
    </>
  );
}

/** The table; its accessible name says so while the newest are first. */
function ReferralTable({ children }: { children: ReactNode }) {
  const { sort } = useListContext();
  const offersBulk = useOffersBulk();
  const isNewestFirst = sort.field === NEWEST_FIRST.field && sort.order === NEWEST_FIRST.order;
  return (
    <DataTable
      label={isNewestFirst ? 'referrals.table' : 'referrals.tableOrdered'}
      compactRow={ROW}
      foldActions
      compactAction={LOG_CALL}
      rowClick
      bulkActionButtons={offersBulk && BULK_ACTIONS}
    >
      {children}
    </DataTable>
  );
}

const emptyState = (filter: object, canEdit: boolean | undefined): EmptyState => {
  if (Object.keys(filter).length === 0) {
    return canEdit
      ? { title: 'referrals.empty', hint: 'referrals.emptyHint', more: <FirstSteps /> }
      : { title: 'referrals.empty', hint: 'referrals.emptyManager' };
  }
  return {
    title: 'referrals.empty',
    hint: 'referrals.emptyFiltered',
    clear: 'referralFilters.clear',
    more: <SimilarNames />,
  };
};

/** What brings in the first referrals. */
function FirstSteps() {
  const t = useStaffT();
  return (
    <ButtonLink variant="secondary" to={routes.sites.path}>
      {t('referrals.emptySites')}
    </ButtonLink>
  );
}
