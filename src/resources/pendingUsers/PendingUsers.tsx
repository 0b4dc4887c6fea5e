import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import InfoIcon from '@mui/icons-material/Info';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { useRef } from 'react';
import { useRecordContext } from 'react-admin';
import { type EmailConfirmationState, PAGE_SIZE } from '../../../contract/staffConstants';
import { DataTable, EmailField, ListBase, ListView, Pagination, SectionHeading } from '../../admin';
import tag from '../../admin/field/tag.module.css';
import { RESOURCES } from '../../app/routes';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { SchoolsField } from '../SchoolsField';
import { ApproveButton, emailProofId, RefreshWhenAllApproved } from './ApproveButton';
import styles from './PendingUsers.module.css';

/** Skeleton rows: usually few accounts wait, as they are approved as they register. */
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
              width={11}
              rowHeader
              card="none"
            />
            <DataTable.Col
              label="pendingUsers.username"
              field={UsernameField}
              width={18}
              card="long"
            />
            <DataTable.Col
              label="pendingUsers.schools"
              field={SchoolsField}
              cellClassName={styles.text}
              width={13}
            />
            <DataTable.Col
              label="pendingUsers.approve"
              field={ApproveButton}
              width={9}
              card="actions"
            />
          </DataTable>
        </ListView>
        <Pagination label="pendingUsers.pages" />
      </section>
    </ListBase>
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
    <>
      <EmailField address={user.username} />
      <EmailProof user={user} />
    </>
  );
}

interface ProofTag {
  readonly className: string | undefined;
  readonly icon: typeof InfoIcon;
}

const PROOF_TAGS: Readonly<Partial<Record<string, ProofTag>>> = {
  confirmed: { className: tag.success, icon: CheckCircleIcon },
  awaited: { className: tag.warning, icon: ScheduleIcon },
  unavailable: { className: tag.warning, icon: InfoIcon },
} satisfies Record<EmailConfirmationState, ProofTag>;

/** Whether the person has confirmed the address; renders nothing if the server does not say. */
function EmailProof({ user }: { user: AccountRecord }) {
  const valueText = useValueText();
  const { email_proof: proof } = user;
  if (!proof) return null;
  const { className = tag.plain, icon: Icon } = PROOF_TAGS[proof] ?? {};
  return (
    <div className={styles.proof}>
      <span id={emailProofId(user)} className={className}>
        {Icon && <Icon fontSize="inherit" />}
        <span>{valueText('pendingUsers.proof', proof)}</span>
      </span>
    </div>
  );
}
