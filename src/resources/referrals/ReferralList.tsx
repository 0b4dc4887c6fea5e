import { type ReactNode, useMemo } from 'react';
import { useCanAccess } from 'react-admin';
import {
  ColumnsButton,
  CreateInDialogButton,
  DataTable,
  DateField,
  EditDialog,
  type EmptyState,
  List,
  RowDialogs,
} from '../../admin';
import { type ReferralRecord, referralPageSize } from '../../dataProvider/referrals';
import { useStaffT } from '../../i18n/useStaffT';
import { lazyComponent } from '../../shared/lazyComponent';
import { RESOURCES } from '../../shared/routes';
import { ArrivalsNotice } from './arrivals/ArrivalsNotice';
import { useOffersBulk } from '../../staff/bulk/useOffersBulk';
import { AddReferralDialog } from './dialogs/AddReferralDialog';
import { CreateLoginDialog } from './dialogs/CreateLoginDialog';
import { DeleteDialog } from './dialogs/DeleteDialog';
import { EditStatusDialog } from './dialogs/EditStatusDialog';
import { NoteDialog } from './dialogs/NoteDialog';
import { ReadStatusDialog } from './dialogs/ReadStatusDialog';
import { DuplicateMarks } from './duplicates/DuplicateMark';
import { AddedDuplicateNotice } from './duplicates/DuplicateNotice';
import { EntryDateField } from './EntryDateField';
import {
  AccountStatusField,
  DeleteButton,
  OpenReferralButton,
  ReferralOpener,
  ReferrerField,
  SeeNotesButton,
  SexField,
  SiteField,
  StatusField,
  SubstancesField,
} from './referralFields';
import { ReferralFilterForm } from './ReferralFilterForm';
import { ReferralRow } from './ReferralRow';
import styles from './ReferralList.module.css';

const ROW = <ReferralRow />;
const DIALOGS = { note: NoteDialog, login: CreateLoginDialog, delete: DeleteDialog };

/** Needed once rows are selected. */
const ReferralBulkActions = lazyComponent(
  async () => (await import('./ReferralBulkActions')).ReferralBulkActions,
  null,
);

interface Props {
  /** Further buttons beside 'Add Referral'. */
  moreActions?: ReactNode;
  /** Above the list. */
  notice?: ReactNode;
}

/** The staff's main page (spec section 2, "Referral List page"). */
export function ReferralList({ moreActions, notice }: Props) {
  const t = useStaffT();
  const { canAccess: canEdit } = useCanAccess({ resource: RESOURCES.referrals, action: 'edit' });
  const columns = useReferralColumns(canEdit);
  const offersBulk = useOffersBulk();
  return (
    <List<ReferralRecord>
      resource={RESOURCES.referrals}
      title="referrals.title"
      total={{ all: 'referrals.total', matching: 'referrals.matching' }}
      confidential="referrals.confidential"
      perPage={referralPageSize}
      actions={
        <>
          <ColumnsButton>{columns}</ColumnsButton>
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
      notice={
        <>
          <ArrivalsNotice />
          {notice}
          <AddedDuplicateNotice />
        </>
      }
      filters={<ReferralFilterForm />}
      messages={{ loadFailed: 'referrals.loadFailed', stale: 'referrals.rowsKept' }}
      empty={({ filterValues }) => emptyState(filterValues as object)}
      pages="referrals.pages"
      dialogs={
        <>
          {canEdit !== undefined && (
            <EditDialog<ReferralRecord>
              render={(props) =>
                canEdit ? <EditStatusDialog {...props} /> : <ReadStatusDialog {...props} />
              }
            />
          )}
          <RowDialogs<ReferralRecord> dialogs={DIALOGS} />
        </>
      }
    >
      <DuplicateMarks>
        <DataTable
          label="referrals.table"
          compactRow={ROW}
          foldActions
          rowClick
          bulkActionButtons={offersBulk && <ReferralBulkActions />}
        >
          {columns}
        </DataTable>
      </DuplicateMarks>
    </List>
  );
}

const emptyState = (filter: object): EmptyState =>
  Object.keys(filter).length > 0
    ? {
        title: 'referrals.empty',
        hint: 'referrals.emptyFiltered',
        clear: 'referralFilters.clear',
      }
    : { title: 'referrals.empty', hint: 'referrals.emptyHint' };

/** The columns in the order of the specification (section 2). */
function useReferralColumns(canEdit: boolean | undefined): ReactNode {
  const { canAccess: canDelete } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'delete',
  });
  const { canAccess: canCreateLogin = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'createLogin',
  });
  return useMemo(
    () => (
      <>
        <DataTable.Col
          label="referrals.accountStatus"
          render={() => <AccountStatusField canCreateLogin={canCreateLogin} />}
          width={4.5}
          card="actions"
        />
        <DataTable.Col
          label="referrals.firstName"
          field={ReferralOpener}
          cellClassName={styles.name}
          width={5.125}
          rowHeader
          pin="start"
          hideable={false}
        />
        <DataTable.Col<ReferralRecord>
          label="referrals.lastName"
          source="last_name"
          cellClassName={styles.name}
          width={5.875}
          hideable={false}
        />
        <DataTable.Col<ReferralRecord>
          label="referrals.contactNumber"
          source="contact_number"
          width={6.75}
        />
        <DataTable.Col
          label="referrals.site"
          field={SiteField}
          cellClassName={styles.name}
          width={5.25}
        />
        <DataTable.Col label="referrals.sex" field={SexField} width={4.5} />
        <DataTable.Col
          label="referrals.dob"
          render={() => <DateField source="dob" />}
          width={5.875}
        />
        <DataTable.Col label="referrals.substances" field={SubstancesField} width={7.375} />
        <DataTable.Col label="referrals.status" field={StatusField} width={7.5} />
        <DataTable.Col<ReferralRecord>
          label="referrals.trackingId"
          source="tracking_id"
          cellClassName={styles.oneLine}
          width={6.25}
        />
        <DataTable.Col
          label="referrals.referredBy"
          field={ReferrerField}
          cellClassName={styles.name}
          width={5}
        />
        <DataTable.Col label="referrals.entryDate" field={EntryDateField} width={4.875} />
        <DataTable.Col label="referrals.notes" field={SeeNotesButton} width={3} card="actions" />
        <DataTable.Col
          label={canEdit ? 'referrals.update' : 'referrals.details'}
          render={() => <OpenReferralButton canEdit={canEdit} />}
          width={4.875}
          pin="end"
          card="actions"
          hideable={false}
        />
        {canDelete && (
          <DataTable.Col
            label="referrals.delete"
            field={DeleteButton}
            width={4.5}
            pin="end"
            card="actions"
            hideable={false}
          />
        )}
      </>
    ),
    [canEdit, canDelete, canCreateLogin],
  );
}
