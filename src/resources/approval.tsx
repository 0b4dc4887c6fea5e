/** Approving an account that waits: in the panel of the profile, in the section above the accounts, and in their rows. */
import CheckIcon from '@mui/icons-material/Check';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import InfoIcon from '@mui/icons-material/Info';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect } from 'react';
import {
  type Identifier,
  useNotify,
  useRecordContext,
  useRefresh,
  useStore,
  useStoreContext,
} from 'react-admin';
import {
  ACCOUNT_REFUSALS,
  type EmailConfirmationState,
  STALE_DETAIL,
} from '../../contract/staffConstants';
import { RowButton, useRowTitleId, useSingleMutation } from '../admin';
import tag from '../admin/field/tag.module.css';
import { RESOURCES } from '../app/routes';
import type { AccountRecord } from '../dataProvider/accounts';
import type { StaffTextKey } from '../i18n/textKeys';
import { useStaffT, useValueText } from '../i18n/useStaffT';
import { Button } from '../ui/Button';
import { useErrorText } from '../ui/useErrorText';
import styles from './approval.module.css';

interface ProofTag {
  readonly className: string | undefined;
  readonly icon: typeof InfoIcon;
}

const PROOF_TAGS: Readonly<Partial<Record<string, ProofTag>>> = {
  confirmed: { className: tag.success, icon: CheckCircleIcon },
  awaited: { className: tag.warning, icon: ScheduleIcon },
  unavailable: { className: tag.warning, icon: InfoIcon },
} satisfies Record<EmailConfirmationState, ProofTag>;

/** The id of the row's EmailProof. A space would make two ids of one. */
const useEmailProofId = () => `${encodeURIComponent(useRowTitleId())}-proof`;

/**
 * Whether the person has confirmed the address; renders nothing if the server does not say.
 * @param isQuiet as a line of text, beside other tags
 */
export function EmailProof({ isQuiet = false }: { isQuiet?: boolean }) {
  const valueText = useValueText();
  const id = useEmailProofId();
  const proof = useRecordContext<AccountRecord>()?.email_proof;
  if (!proof) return null;
  const { className = tag.plain, icon: Icon } = PROOF_TAGS[proof] ?? {};
  const text = valueText('pendingUsers.proof', proof);
  if (isQuiet) {
    return (
      <span id={id} title={text} className={styles.proof}>
        {text}
      </span>
    );
  }
  return (
    <span id={id} className={className}>
      {Icon && <Icon fontSize="inherit" />}
      <span>{text}</span>
    </span>
  );
}

/** The focus may have moved here from another person's button while Enter was held down. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/**
 * Approves the account in RecordContext; shows afterwards that it is approved.
 * @param isInRow in a row with other buttons, and as quiet as they are
 */
export function ApproveButton({ isInRow = false }: { isInRow?: boolean }) {
  const t = useStaffT();
  const user = useRecordContext<AccountRecord>();
  const proofId = useEmailProofId();
  const { approve, isBusy, isApproved } = useApproval(user);
  if (!user) return null;
  const button = {
    'aria-disabled': isApproved || undefined,
    'aria-describedby': user.email_proof && proofId,
    onClick: approve,
    onKeyDown: ignoreHeldKey,
  };
  const text = t(isApproved ? 'pendingUsers.approved' : 'pendingUsers.approve');
  if (isInRow) {
    return (
      <RowButton {...button} aria-busy={isBusy && !isApproved}>
        {text}
      </RowButton>
    );
  }
  const label = isApproved ? 'pendingUsers.approvedWhom' : 'pendingUsers.approveWhom';
  return (
    <Button
      {...button}
      variant={isApproved ? 'quiet' : 'secondary'}
      busy={isBusy && !isApproved}
      aria-label={t(label, { name: user.fullname })}
    >
      {isApproved && <CheckIcon fontSize="small" />}
      <span>{text}</span>
    </Button>
  );
}

const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  'Not Found': 'pendingUsers.gone',
  [ACCOUNT_REFUSALS.deactivated]: 'pendingUsers.deactivated',
  [ACCOUNT_REFUSALS.noPassword]: 'accountState.noPassword',
  [STALE_DETAIL]: 'pendingUsers.changed',
};

/** What happens after an approval, by the state of the person's email confirmation. */
const MORE: Readonly<Record<string, StaffTextKey>> = {
  awaited: 'pendingUsers.doneAwaited',
  unavailable: 'pendingUsers.doneUnavailable',
};

/** Key in react-admin's store: the ids of the accounts approved since the page was opened. */
const APPROVED_IDS = `${RESOURCES.pendingUsers}.approved`;
const NONE: readonly Identifier[] = [];

/** The ids of the accounts approved since the page was opened. */
export const useApprovedIds = (): readonly Identifier[] => useStore(APPROVED_IDS, NONE)[0];

const leaveRows = () => undefined;

/**
 * Approves an account once and notifies of the outcome (spec section 2, "Profile page"). The row stays, so that no other row
 * moves under a pointer that is about to approve it.
 */
function useApproval(user: AccountRecord | undefined) {
  const notify = useNotify();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const errorText = useErrorText<StaffTextKey>({ details: DETAILS });
  const store = useStoreContext();
  const approved = useApprovedIds();
  const isApproved = user !== undefined && approved.includes(user.id);

  const { start, isBusy } = useSingleMutation<AccountRecord>({
    send: (provider, account) => provider.approve(account),
    onDone: () => {
      notify('pendingUsers.done', { type: 'success', more: MORE[user?.email_proof ?? ''] });
      // From the store, as two approvals may end before the next rendering.
      const before = store.getItem<readonly Identifier[]>(APPROVED_IDS) ?? NONE;
      if (user) store.setItem(APPROVED_IDS, [...before, user.id]);
      void queries.invalidateQueries({ queryKey: [RESOURCES.pendingUsers, 'count'] });
    },
    onFailed: (error) => {
      // Shows the changed account before the person approves it.
      if (error.status === 412) refresh();
      notify('pendingUsers.failed', { type: 'error', more: errorText(error) });
    },
    refetch: leaveRows,
  });

  return {
    // It may have been approved by the button of its other row.
    approve: () => user && !isApproved && start(user),
    isBusy,
    isApproved,
  };
}

/**
 * On unmount, forgets the approved ids, and the cached lists, which would show them as pending until the next response.
 */
export function useForgetApprovals(): void {
  const queries = useQueryClient();
  const store = useStoreContext();
  useEffect(
    () => () => {
      const hasApproved = store.getItem(APPROVED_IDS) !== undefined;
      store.removeItem(APPROVED_IDS);
      queries.removeQueries({ queryKey: [RESOURCES.pendingUsers], type: 'inactive' });
      if (hasApproved) queries.removeQueries({ queryKey: [RESOURCES.accounts], type: 'inactive' });
    },
    [store, queries],
  );
}
