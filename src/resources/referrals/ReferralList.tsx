import { type ReactNode, useMemo } from 'react';
import { useCanAccess } from 'react-admin';
import {
  ColumnsButton,
  CreateInDialogButton,
  DataTable,
  DateField,
  EditDialog,
  type EmptyState,
  KeysButton,
  List,
  RowDialogs,
} from '../../admin';
import { type ReferralRecord, referralPageSize } from '../../dataProvider/referrals';
import { useStaffT } from '../../i18n/useStaffT';
import { RESOURCES } from '../../shared/routes';
import { useFeature } from '../../shared/useFeature';
import { AddReferralDialog } from './dialogs/AddReferralDialog';
import { CreateLoginDialog } from './dialogs/CreateLoginDialog';
import { DeleteDialog } from './dialogs/DeleteDialog';
import { EditStatusDialog } from './dialogs/EditStatusDialog';
import { NoteDialog } from './dialogs/NoteDialog';
import { ReadStatusDialog } from './dialogs/ReadStatusDialog';
import { OwnerField } from './OwnerField';
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
import styles from './ReferralList.module.css';

const DIALOGS = { note: NoteDialog, login: CreateLoginDialog, delete: DeleteDialog };

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
  return (
    <List<ReferralRecord>
      resource={RESOURCES.referrals}
      title="referrals.title"
      confidential="referrals.confidential"
      perPage={referralPageSize}
      actions={
        <>
          <KeysButton />
          <ColumnsButton>{columns}</ColumnsButton>
          {moreActions}
          <CreateInDialogButton
            resource={RESOURCES.referrals}
            label={t('referrals.add')}
            dialog={AddReferralDialog}
          />
        </>
      }
      notice={notice}
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
      <DataTable label="referrals.table" cardTitle={<ReferralOpener isFullName />} rowClick>
        {columns}
      </DataTable>
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
  const hasOwners = useFeature('owners');
  return useMemo(
    () => (
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
          cellClassName={styles.name}
          card="none"
          hideable={false}
        />
        <DataTable.Col<ReferralRecord>
          label="referrals.contactNumber"
          source="contact_number"
          cellClassName={styles.oneLine}
        />
        <DataTable.Col label="referrals.site" field={SiteField} cellClassName={styles.place} />
        <DataTable.Col label="referrals.sex" field={SexField} />
        <DataTable.Col label="referrals.dob" render={() => <DateField source="dob" />} />
        <DataTable.Col
          label="referrals.substances"
          field={SubstancesField}
          cellClassName={styles.wide}
        />
        <DataTable.Col label="referrals.status" field={StatusField} card="badge" />
        {hasOwners && (
          <DataTable.Col label="owner.title" field={OwnerField} cellClassName={styles.name} />
        )}
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
    ),
    [canEdit, canDelete, canCreateLogin, hasOwners],
  );
}
