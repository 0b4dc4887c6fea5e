import { useRef } from 'react';
import { PAGE_SIZE } from '../../../contract/constants';
import { DataTable, ListBase, ListView, Pagination, SectionHeading } from '../../admin';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { RESOURCES } from '../../shared/routes';
import { Schools } from '../../staff/Schools';
import { ApproveButton, NameField, UsernameField } from './pendingUserFields';
import styles from './PendingUsers.module.css';
import { useRefreshWhenAllApproved } from './useApproval';

/** Usually there are hardly more, as they are approved as they register. */
const USUAL_COUNT = 2;

/** A panel with the accounts that wait for approval (spec section 2, "Profile page"). */
export function PendingUsers() {
  const t = useStaffT();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <ListBase<AccountRecord>
      resource={RESOURCES.pendingUsers}
      perPage={PAGE_SIZE.pending}
      heading={heading}
    >
      <RefreshWhenAllApproved />
      <section className={styles.panel}>
        <SectionHeading ref={heading}>{t('pendingUsers.title')}</SectionHeading>
        <ListView
          messages={{ loadFailed: 'pendingUsers.loadFailed', stale: 'pendingUsers.rowsKept' }}
          empty={{ title: 'pendingUsers.empty' }}
          heading={heading}
          skeletonRows={USUAL_COUNT}
        >
          <DataTable label="pendingUsers.title" cardTitle={<NameField />} cardHeading="h3">
            <DataTable.Col
              label="pendingUsers.name"
              field={NameField}
              cellClassName={styles.text}
              rowHeader
              card="none"
            />
            <DataTable.Col label="pendingUsers.username" field={UsernameField} card="long" />
            <DataTable.Col<AccountRecord>
              label="pendingUsers.schools"
              render={(user) => <Schools account={user} />}
              cellClassName={styles.text}
            />
            <DataTable.Col
              label="pendingUsers.approve"
              field={ApproveButton}
              cellClassName={styles.action}
              card="actions"
            />
          </DataTable>
        </ListView>
        <Pagination label="pendingUsers.pages" />
      </section>
    </ListBase>
  );
}

/** A component of its own, so that the table is not rendered again with each state of the list. */
function RefreshWhenAllApproved() {
  useRefreshWhenAllApproved();
  return null;
}
