import { useMemo } from 'react';
import { CanAccess, type ListControllerResult, useCanAccess, useEvent } from 'react-admin';
import {
  ColumnsButton,
  CreateInDialogButton,
  DataTable,
  EditDialog,
  EmailField,
  type EmptyState,
  List,
  type PageMeta,
  RowDialogs,
} from '../../admin';
import {
  type AccountFilter,
  accountPageSize,
  type AccountRecord,
} from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { RESOURCES } from '../../app/routes';
import { SchoolsField } from '../SchoolsField';
import { type AuditState, useAuditLink } from '../auditLink';
import {
  AccountRow,
  ApprovalButton,
  HistoryButtons,
  NameField,
  OwnReferralsOnlyField,
  UpdateButton,
} from './accountFields';
import styles from './AccountList.module.css';
import { AccountSearch } from './AccountSearch';
import { DeactivateDialog, ReactivateDialog } from './AccountStateDialogs';
import { AddUserDialog } from './AddUserDialog';
import { UpdateUserDialog } from './UpdateUserDialog';

const resource = RESOURCES.accounts;

/** Everyone who has an account (spec section 2, "Account List page"). */
export function AccountList() {
  const t = useStaffT();
  const { canAccess: canUpdate = false } = useCanAccess({ resource, action: 'edit' });
  const columns = useAccountColumns(canUpdate);
  return (
    <List<AccountRecord>
      resource={resource}
      title="accounts.title"
      total={{ all: 'accounts.total', matching: 'accounts.matching' }}
      confidential="accounts.confidential"
      perPage={accountPageSize}
      actions={<ColumnsButton>{columns}</ColumnsButton>}
      primaryAction={
        // The specification has the dialog but not its opener (section 2).
        <CreateInDialogButton
          resource={resource}
          label={t('addUser.title')}
          dialog={AddUserDialog}
        />
      }
      filters={<AccountSearch />}
      messages={{ loadFailed: 'accounts.loadFailed', stale: 'accounts.rowsKept' }}
      empty={emptyState}
      pages="accounts.pages"
      dialogs={<AccountDialogs />}
    >
      <DataTable label="accounts.title" compactRow={canUpdate ? LINKED_ROW : ROW}>
        {columns}
      </DataTable>
    </List>
  );
}

/** The columns of the specification in its order, and buttons to the activity log if the server has one. */
function useAccountColumns(canUpdate: boolean) {
  const { canAccess: canDeactivate = false } = useCanAccess({ resource, action: 'deactivate' });
  const { canAccess: canReactivate = false } = useCanAccess({ resource, action: 'reactivate' });
  const auditLink = useAuditLink();
  const hasAudit = auditLink !== null;
  const openAudit = useEvent((state: AuditState) => auditLink?.(state));
  // Memoized, as opening a record changes the address: that must not render the rows again.
  return useMemo(
    () => (
      <>
        <DataTable.Col
          label="accounts.name"
          cellClassName={styles.words}
          width={11}
          rowHeader
          pin="start"
          hideable={false}
          render={() => <NameField isLink={canUpdate} />}
        />
        <DataTable.Col<AccountRecord>
          label="accounts.email"
          width={16}
          render={({ username }) => <EmailField address={username} />}
        />
        <DataTable.Col
          label="accounts.schools"
          cellClassName={styles.words}
          width={14}
          field={SchoolsField}
        />
        <DataTable.Col<AccountRecord> label="accounts.role" source="role" width={7} />
        {canUpdate && (
          <DataTable.Col
            label="accounts.update"
            width={5}
            card="actions"
            hideable={false}
            field={UpdateButton}
          />
        )}
        {(canDeactivate || canReactivate) && (
          <DataTable.Col
            label="accounts.deactivate"
            width={6}
            card="actions"
            hideable={false}
            render={() => (
              <ApprovalButton canDeactivate={canDeactivate} canReactivate={canReactivate} />
            )}
          />
        )}
        <DataTable.Col
          label="accounts.createdReferralsOnly"
          width={8.5}
          field={OwnReferralsOnlyField}
        />
        {hasAudit && (
          <DataTable.Col
            label="auditTrail.history"
            width={11}
            card="actions"
            render={() => <HistoryButtons onOpen={openAudit} />}
          />
        )}
      </>
    ),
    [canUpdate, canDeactivate, canReactivate, hasAudit, openAudit],
  );
}

const ROW = <AccountRow isLink={false} />;
const LINKED_ROW = <AccountRow isLink />;
const ROW_DIALOGS = { deactivate: DeactivateDialog, reactivate: ReactivateDialog };

function AccountDialogs() {
  return (
    <>
      <CanAccess action="edit">
        <EditDialog<AccountRecord> render={(props) => <UpdateUserDialog {...props} />} />
      </CanAccess>
      <RowDialogs<AccountRecord> dialogs={ROW_DIALOGS} />
    </>
  );
}

function emptyState({ meta }: ListControllerResult): EmptyState {
  const { query }: AccountFilter = (meta as PageMeta).filter;
  return query
    ? { title: 'accounts.noMatch', hint: 'accounts.noMatchHint', clear: 'accounts.showAll' }
    : { title: 'accounts.empty' };
}
