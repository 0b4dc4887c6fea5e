import { type ComponentType, type RefObject, useMemo, useRef } from 'react';
import {
  CanAccess,
  ListContextProvider,
  type ListControllerResult,
  ResourceContextProvider,
  useCanAccess,
  useEvent,
  useListContext,
} from 'react-admin';
import {
  ColumnsButton,
  CreateInDialogButton,
  DataTable,
  EditDialog,
  type EmptyState,
  List,
  LoadingRows,
  type PageMeta,
  RowDialogs,
} from '../../admin';
import {
  type AccountFilter,
  accountPageSize,
  type AccountRecord,
} from '../../dataProvider/accounts';
import type { Elements } from '../../app/elements';
import { useStaffT } from '../../i18n/useStaffT';
import { RESOURCES } from '../../app/routes';
import { SchoolsField } from '../SchoolsField';
import { type AuditState, useAuditLink } from '../auditLink';
import {
  AccountRow,
  AddressField,
  ApprovalButton,
  HistoryButtons,
  NameField,
  OwnReferralsOnlyField,
  RoleField,
  UpdateButton,
} from './accountFields';
import styles from './AccountList.module.css';
import { AccountSearch } from './AccountSearch';
import { DeactivateDialog, ReactivateDialog } from './AccountStateDialogs';
import { AddUserDialog } from './AddUserDialog';
import { UpdateUserDialog } from './UpdateUserDialog';
import { usePendingAccounts } from './usePendingAccounts';
import { WaitingIds } from './waitingIds';

const resource = RESOURCES.accounts;

/** Components of the accounts that wait for approval, which are another resource. */
export interface PendingParts {
  readonly Base: ComponentType<{
    heading: RefObject<HTMLHeadingElement | null>;
    children: Elements;
  }>;
  readonly Section: ComponentType<{ heading: RefObject<HTMLHeadingElement | null> }>;
}

/** Everyone who has an account (spec section 2, "Account List page"), below those who wait for approval. */
export function AccountList({ pending }: { pending: PendingParts }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <pending.Base heading={heading}>
      <AllAccounts>
        <pending.Section heading={heading} />
      </AllAccounts>
    </pending.Base>
  );
}

/** @param children the section of the ListContext around it, which is shown above the list if somebody waits */
function AllAccounts({ children }: { children: Elements }) {
  const t = useStaffT();
  const { canAccess: canUpdate = false } = useCanAccess({ resource, action: 'edit' });
  const columns = useAccountColumns(canUpdate);
  const pendingList = useListContext<AccountRecord>();
  const { isKnown, isShown, waiting } = usePendingAccounts();
  const waitingIds = useMemo(() => new Set(waiting?.map(({ id }) => id)), [waiting]);
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
      notice={
        isShown && (
          <ResourceContextProvider value={RESOURCES.pendingUsers}>
            <ListContextProvider value={pendingList}>{children}</ListContextProvider>
          </ResourceContextProvider>
        )
      }
      filters={<AccountSearch />}
      messages={{ loadFailed: 'accounts.loadFailed', stale: 'accounts.rowsKept' }}
      empty={emptyState}
      pages="accounts.pages"
      dialogs={<AccountDialogs />}
    >
      {/* Rows that were painted before would move when the section comes. */}
      {isKnown ? (
        <WaitingIds value={waitingIds}>
          <DataTable label="accounts.title" compactRow={canUpdate ? LINKED_ROW : ROW} foldActions>
            {columns}
          </DataTable>
        </WaitingIds>
      ) : (
        <LoadingRows />
      )}
    </List>
  );
}

/** The columns of the specification in its order, and buttons to the activity log if the server has one. */
function useAccountColumns(canUpdate: boolean) {
  const { canAccess: canDeactivate = false } = useCanAccess({ resource, action: 'deactivate' });
  const { canAccess: canReactivate = false } = useCanAccess({ resource, action: 'reactivate' });
  const { canAccess: canApprove = false } = useCanAccess({ resource, action: 'approve' });
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
          width={10.75}
          rowHeader
          pin="start"
          hideable={false}
          render={() => <NameField isLink={canUpdate} />}
        />
        <DataTable.Col label="accounts.email" width={14} field={AddressField} />
        <DataTable.Col
          label="accounts.schools"
          cellClassName={styles.words}
          width={11.5}
          field={SchoolsField}
        />
        <DataTable.Col label="accounts.role" width={7.25} field={RoleField} />
        {canUpdate && (
          <DataTable.Col
            label="accounts.update"
            width={5.25}
            card="actions"
            hideable={false}
            field={UpdateButton}
          />
        )}
        {(canApprove || canDeactivate || canReactivate) && (
          <DataTable.Col
            label="accounts.deactivate"
            width={6}
            card="actions"
            hideable={false}
            render={() => <ApprovalButton {...{ canApprove, canDeactivate, canReactivate }} />}
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
            width={9.5}
            card="actions"
            render={() => <HistoryButtons onOpen={openAudit} />}
          />
        )}
      </>
    ),
    [canUpdate, canApprove, canDeactivate, canReactivate, hasAudit, openAudit],
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
