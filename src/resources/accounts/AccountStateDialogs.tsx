import { ACCOUNT_REFUSALS } from '../../../contract/staffConstants';
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
  [ACCOUNT_REFUSALS.noPassword]: 'accountState.noPassword',
};

const TEXTS = {
  deactivate: {
    title: 'accountState.deactivateQuestion',
    hint: 'accountState.deactivateHint',
    confirm: 'accountState.deactivate',
    done: 'accountState.deactivated',
    failed: 'accountState.notDeactivated',
  },
  reactivate: {
    title: 'accountState.reactivateQuestion',
    hint: 'accountState.reactivateHint',
    confirm: 'accountState.activate',
    done: 'accountState.reactivated',
    failed: 'accountState.notReactivated',
  },
} as const;

type Props = RowDialogProps<AccountRecord>;

/** Asks before an account is deactivated (spec sections 2 and 4). */
export const DeactivateDialog = (props: Props) => <StateDialog {...props} action="deactivate" />;

/** Asks before an account is reactivated (spec sections 2 and 4). */
export const ReactivateDialog = (props: Props) => <StateDialog {...props} action="reactivate" />;

function StateDialog({ record, onClose, action }: Props & { action: keyof typeof TEXTS }) {
  const t = useStaffT();
  const { done, failed, hint, ...texts } = TEXTS[action];
  const mutation = useDialogMutation<void>({
    send: (provider) => provider[action](record),
    done,
    failed,
    onDone: onClose,
  });
  return (
    <Confirm
      {...texts}
      cancel="accountState.notNow"
      mutation={mutation}
      onConfirm={() => mutation.start()}
      onClose={onClose}
      details={ACCOUNT_REFUSAL_TEXTS}
      showsServerDetail
    >
      <div className={styles.question}>
        <p>
          <strong>
            <bdi>{record.fullname}</bdi>
          </strong>
          <br />
          <bdi>{record.username}</bdi>
        </p>
        <p>{t(hint)}</p>
      </div>
    </Confirm>
  );
}
