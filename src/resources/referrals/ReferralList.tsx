import { type ReactNode, useMemo } from 'react';
import { useCanAccess, useListContext } from 'react-admin';
import type { WorklistSort } from '../../../contract/constants';
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
import { worklistPageSize } from '../../dataProvider/worklist';
import { useStaffT } from '../../i18n/useStaffT';
import { RESOURCES } from '../../shared/routes';
import { useFeature } from '../../shared/useFeature';
import { AddReferralDialog } from './dialogs/AddReferralDialog';
import { CreateLoginDialog } from './dialogs/CreateLoginDialog';
import { DeleteDialog } from './dialogs/DeleteDialog';
import { EditStatusDialog } from './dialogs/EditStatusDialog';
import { NoteDialog } from './dialogs/NoteDialog';
import { ReadStatusDialog } from './dialogs/ReadStatusDialog';
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
import { NEWEST_FIRST } from './OrderSelect';
import { ReferralFilterForm } from './ReferralFilterForm';
import styles from './ReferralList.module.css';
import { ReferralSearch } from './ReferralSearch';
import { WorklistTabs } from './WorklistTabs';

/** Statuses change all day. */
const MOVING_SORTS: readonly WorklistSort[] = ['waiting', 'status'];

const DIALOGS = { note: NoteDialog, login: CreateLoginDialog, delete: DeleteDialog };

interface Props {
  /** Further buttons beside 'Add Referral'. */
  moreActions?: ReactNode;
  /** Above the list, where no tab says the same: how many referrals are held. */
  notice?: ReactNode;
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
      confidential="referrals.confidential"
      perPage={isWorklist ? worklistPageSize : referralPageSize}
      sort={NEWEST_FIRST}
      movingSorts={MOVING_SORTS}
      actions={
        <>
          <ColumnsButton>{columns}</ColumnsButton>
          {moreActions}
          <CreateInDialogButton
            resource={RESOURCES.referrals}
            label={t('referrals.add')}
            dialog={AddReferralDialog}
          />
        </>
      }
      search={<ReferralSearch />}
      // A tab leads to them, too.
      notice={isWorklist ? undefined : notice}
      tabs={<WorklistTabs />}
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
      <ReferralTable>{columns}</ReferralTable>
    </List>
  );
}

/** The table; its name says that the newest are first, as long as they are. */
function ReferralTable({ children }: { children: ReactNode }) {
  const { sort } = useListContext();
  const isNewestFirst = sort.field === NEWEST_FIRST.field && sort.order === NEWEST_FIRST.order;
  return (
    <DataTable
      label={isNewestFirst ? 'referrals.table' : 'referrals.tableOrdered'}
      cardTitle={<ReferralOpener isFullName />}
      rowClick
    >
      {children}
    </DataTable>
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
function useReferralColumns(canEdit: boolean | undefined, isSortable: boolean): ReactNode {
  const { canAccess: canDelete } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'delete',
  });
  const { canAccess: canCreateLogin = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'createLogin',
  });
  return useMemo(() => {
    const sortBy = (field: WorklistSort) => (isSortable ? field : undefined);
    return (
      <>
        <DataTable.Col
          label="referrals.accountStatus"
          render={() => <AccountStatusField canCreateLogin={canCreateLogin} />}
        />
        <DataTable.Col
          label="referrals.firstName"
          field={ReferralOpener}
          cellClassName={styles.name}
          rowHeader
          pin="start"
          card="none"
          hideable={false}
        />
        <DataTable.Col<ReferralRecord>
          label="referrals.lastName"
          source="last_name"
          sortBy={sortBy('name')}
          cellClassName={styles.name}
          card="none"
          hideable={false}
        />
        <DataTable.Col<ReferralRecord>
          label="referrals.contactNumber"
          source="contact_number"
          cellClassName={styles.oneLine}
        />
        <DataTable.Col
          label="referrals.site"
          field={SiteField}
          cellClassName={styles.place}
          sortBy={sortBy('site')}
        />
        <DataTable.Col label="referrals.sex" field={SexField} />
        <DataTable.Col label="referrals.dob" render={() => <DateField source="dob" />} />
        <DataTable.Col
          label="referrals.substances"
          field={SubstancesField}
          cellClassName={styles.wide}
        />
        <DataTable.Col
          label="referrals.status"
          field={StatusField}
          card="badge"
          sortBy={sortBy('status')}
        />
        <DataTable.Col<ReferralRecord>
          label="referrals.trackingId"
          source="tracking_id"
          cellClassName={styles.oneLine}
        />
        <DataTable.Col
          label="referrals.referredBy"
          field={ReferrerField}
          cellClassName={styles.name}
        />
        <DataTable.Col
          label="referrals.entryDate"
          sortBy={sortBy('entry_date')}
          sortByOrder="DESC"
          render={() => <DateField source="entry_date" showTime />}
        />
        <DataTable.Col label="referrals.notes" field={SeeNotesButton} card="actions" />
        <DataTable.Col
          label={canEdit ? 'referrals.update' : 'referrals.details'}
          render={() => <OpenReferralButton canEdit={canEdit} />}
          pin="end"
          card="actions"
          hideable={false}
        />
        {canDelete && (
          <DataTable.Col
            label="referrals.delete"
            field={DeleteButton}
            pin="end"
            card="actions"
            hideable={false}
          />
        )}
      </>
    );
  }, [canEdit, canDelete, canCreateLogin, isSortable]);
}
