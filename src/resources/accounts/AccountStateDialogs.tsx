import { ACCOUNT_REFUSALS } from '../../../contract/constants';
import { Confirm, type RowDialogProps, useDialogMutation } from '../../admin';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './AccountStateDialogs.module.css';

/** Why a server refuses to change an account: `detail` → its text. */
export const ACCOUNT_REFUSAL_TEXTS: Readonly<Record<string, StaffTextKey>> = {
  'Not Found': 'accounts.gone',
  [ACCOUNT_REFUSALS.oneself]: 'accountState.oneself',
  [ACCOUNT_REFUSALS.lastSuperuser]: 'accountState.lastSuperuser',
  [ACCOUNT_REFUSALS.referralDeleted]: 'accountState.referralDeleted',
};

type Props = RowDialogProps<AccountRecord>;

/** Asks before an account is deactivated (spec sections 2 and 4). */
export function DeactivateDialog(props: Props) {
  const mutation = useDialogMutation<void>({
    send: (provider) => provider.deactivate(props.record),
    done: 'accountState.deactivated',
    failed: 'accountState.notDeactivated',
    onDone: props.onClose,
  });
  return (
    <ConfirmState
      {...props}
      mutation={mutation}
      title="accountState.deactivateQuestion"
      hint="accountState.deactivateHint"
      confirm="accountState.deactivate"
    />
  );
}

/** Asks before an account is reactivated (spec sections 2 and 4). */
export function ReactivateDialog(props: Props) {
  const mutation = useDialogMutation<void>({
    send: (provider) => provider.reactivate(props.record),
    done: 'accountState.reactivated',
    failed: 'accountState.notReactivated',
    onDone: props.onClose,
  });
  return (
    <ConfirmState
      {...props}
      mutation={mutation}
      title="accountState.reactivateQuestion"
      hint="accountState.reactivateHint"
      confirm="accountState.activate"
    />
  );
}

interface ConfirmStateProps extends Props {
  readonly title: StaffTextKey;
  readonly hint: StaffTextKey;
  readonly confirm: StaffTextKey;
  readonly mutation: ReturnType<typeof useDialogMutation<void>>;
}

/** The question, with the person it is about. */
function ConfirmState({ record, hint, mutation, ...props }: ConfirmStateProps) {
  const t = useStaffT();
  return (
    <Confirm
      {...props}
      cancel="accountState.notNow"
      mutation={mutation}
      onConfirm={() => mutation.start()}
      details={ACCOUNT_REFUSAL_TEXTS}
      saysDetail
    >
      <div className={styles.question}>
        <p>
          <strong>{record.fullname}</strong>
          <br />
          {record.username}
        </p>
        <p>{t(hint)}</p>
      </div>
    </Confirm>
  );
}
