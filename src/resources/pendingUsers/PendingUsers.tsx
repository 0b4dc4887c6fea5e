import { type RefObject, useEffect, useRef } from 'react';
import { useListContext, useRecordContext, useRefresh } from 'react-admin';
import { PAGE_SIZE } from '../../../contract/staffConstants';
import {
  DataTable,
  EmailField,
  ListBase,
  ListView,
  Pagination,
  SectionHeading,
  useIsNarrow,
} from '../../admin';
import type { Elements } from '../../app/elements';
import { RESOURCES } from '../../app/routes';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { ApproveButton, EmailProof, useApprovedIds, useForgetApprovals } from '../approval';
import { SchoolsField, useSchoolsText } from '../SchoolsField';
import { UndecidedSites } from '../UndecidedSites';
import styles from './PendingUsers.module.css';

/** Skeleton rows: usually few accounts wait, as they are approved as they register. */
const USUAL_COUNT = 2;

type HeadingRef = RefObject<HTMLHeadingElement | null>;

/** A panel with the accounts that wait for approval (spec section 2, "Profile page"). */
export function PendingUsers() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <PendingUsersBase heading={heading}>
      <RefreshWhenAllApproved />
      <section className={styles.panel}>
        <PendingUsersTable heading={heading} />
      </section>
    </PendingUsersBase>
  );
}

/** Fetches the accounts that wait, and provides them as ListContext. */
export function PendingUsersBase({
  heading,
  children,
}: {
  heading: HeadingRef;
  children: Elements;
}) {
  useForgetApprovals();
  return (
    <ListBase<AccountRecord>
      resource={RESOURCES.pendingUsers}
      perPage={PAGE_SIZE.pending}
      heading={heading}
    >
      {children}
    </ListBase>
  );
}

/**
 * The accounts of PendingUsersBase as a section above all accounts. It never gets lower while it is open, and keeps those who were
 * approved last: the rows below it do not move.
 */
export function PendingUsersSection({ heading }: { heading: HeadingRef }) {
  const section = useRef<HTMLElement>(null);
  const { data } = useListContext();
  useEffect(() => {
    const { current } = section;
    if (current) current.style.minHeight = `${current.offsetHeight}px`;
  }, [data]);
  return (
    <section ref={section} className={styles.section} data-list-part>
      <RefreshWhenAllApproved keepsLast />
      <PendingUsersTable heading={heading} />
    </section>
  );
}

function PendingUsersTable({ heading }: { heading: HeadingRef }) {
  const t = useStaffT();
  const isNarrow = useIsNarrow();
  return (
    <>
      <SectionHeading ref={heading}>{t('pendingUsers.title')}</SectionHeading>
      <ListView
        messages={{ loadFailed: 'pendingUsers.loadFailed', stale: 'pendingUsers.rowsKept' }}
        empty={{ title: 'pendingUsers.empty' }}
        heading={heading}
        skeletonRows={USUAL_COUNT}
      >
        <DataTable label="pendingUsers.title" compactRow={ROW}>
          <DataTable.Col
            label="pendingUsers.name"
            field={NameField}
            cellClassName={styles.text}
            width={11}
            rowHeader
          />
          <DataTable.Col label="pendingUsers.username" field={UsernameField} width={18} />
          <DataTable.Col
            label="pendingUsers.schools"
            field={SchoolsCell}
            cellClassName={styles.text}
            width={13}
          />
          {/* A compact row has the button in it. */}
          {!isNarrow && (
            <DataTable.Col
              label="pendingUsers.approve"
              field={ApproveButton}
              cellClassName={styles.approve}
              width={9}
              card="actions"
            />
          )}
        </DataTable>
      </ListView>
      <Pagination label="pendingUsers.pages" />
    </>
  );
}

function NameField() {
  return <bdi>{useRecordContext<AccountRecord>()?.fullname}</bdi>;
}

/** The e-mail address, and whether the person has confirmed that it is theirs. */
function UsernameField() {
  const user = useRecordContext<AccountRecord>();
  if (!user) return null;
  return (
    <div className={styles.username}>
      <EmailField address={user.username} />
      <EmailProof />
    </div>
  );
}

/** The sites, and whether one of them is not decided. */
function SchoolsCell() {
  return (
    <>
      <SchoolsField />
      <UndecidedSites />
    </>
  );
}

const ROW = <PendingUserRow />;

/** An account of the list in a narrow window. */
function PendingUserRow() {
  return (
    <div>
      <div className={styles.row}>
        <h3 className={styles.name}>
          <NameField />
        </h3>
        <ApproveButton />
      </div>
      <UsernameField />
      <SchoolsLine />
      <UndecidedSites />
    </div>
  );
}

function SchoolsLine() {
  const schoolsText = useSchoolsText();
  const account = useRecordContext<AccountRecord>();
  if (!account) return null;
  const schools = schoolsText(account);
  return (
    <p className={styles.line} title={schools}>
      {schools}
    </p>
  );
}

const NO_RECORDS: readonly AccountRecord[] = [];

/**
 * Fetches the list in context again once every account in it is approved. A component, so that the table does not render again with
 * each approval.
 * @param keepsLast leaves the last accounts in sight when nobody else waits
 */
function RefreshWhenAllApproved({ keepsLast = false }: { keepsLast?: boolean }) {
  const refresh = useRefresh();
  const { data = NO_RECORDS, total = 0 } = useListContext<AccountRecord>();
  const approved = useApprovedIds();

  const isAllApproved = data.length > 0 && data.every(({ id }) => approved.includes(id));
  const hasOthers = !keepsLast || total > data.length;
  useEffect(() => {
    if (isAllApproved && hasOthers) refresh();
  }, [isAllApproved, hasOthers, refresh]);
  return null;
}
