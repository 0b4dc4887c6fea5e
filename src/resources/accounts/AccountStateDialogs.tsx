import { ACCOUNT_REFUSALS } from '../../../contract/staffConstants';
import { Confirm, type RowDialogProps, useDialogMutation } from '../../admin';
import { useFeature } from '../../app/useFeature';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './AccountStateDialogs.module.css';
import { HandoverQuestion } from './HandoverQuestion';
import { type Handover, useHandover } from './useHandover';

/** Why a server refuses to change an account: `detail` → its text. */
export const ACCOUNT_REFUSAL_TEXTS: Readonly<Record<string, StaffTextKey>> = {
  'Not Found': 'accounts.gone',
  [ACCOUNT_REFUSALS.oneself]: 'accountState.oneself',
  [ACCOUNT_REFUSALS.lastSuperuser]: 'accountState.lastSuperuser',
  [ACCOUNT_REFUSALS.referralDeleted]: 'accountState.referralDeleted',
  [ACCOUNT_REFUSALS.noPassword]: 'accountState.noPassword',
};

/** Somebody who may own referrals no more, since the list of owners was loaded. */
const REFUSED_FIELDS = { owner: 'accountState.ownerRefused' } as const;

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
export function DeactivateDialog(props: Props) {
  return useFeature('ownerLeft') ? (
    <DeactivateOwnerDialog {...props} />
  ) : (
    <StateDialog {...props} action="deactivate" />
  );
}

/** The same, and what becomes of the open referrals of the account. */
function DeactivateOwnerDialog(props: Props) {
  const handover = useHandover(props.record);
  return <StateDialog {...props} action="deactivate" handover={handover} />;
}

/** Asks before an account is reactivated (spec sections 2 and 4). */
export const ReactivateDialog = (props: Props) => <StateDialog {...props} action="reactivate" />;

interface StateProps extends Props {
  readonly action: keyof typeof TEXTS;
  readonly handover?: Handover;
}

function StateDialog({ record, onClose, action, handover }: StateProps) {
  const t = useStaffT();
  const { done, failed, hint, ...texts } = TEXTS[action];
  const mutation = useDialogMutation<void>({
    send: (provider) => handover?.deactivate(provider) ?? provider[action](record),
    done,
    failed,
    onDone: onClose,
  });
  return (
    <Confirm
      {...texts}
      cancel="accountState.notNow"
      isLoading={handover?.isLoading ?? false}
      mutation={mutation}
      onConfirm={() => {
        if (handover?.check() ?? true) mutation.start();
      }}
      onClose={onClose}
      details={ACCOUNT_REFUSAL_TEXTS}
      fields={REFUSED_FIELDS}
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
        {handover && (
          <HandoverQuestion
            record={record}
            handover={handover}
            isSending={mutation.isBusy || mutation.isDone}
          />
        )}
      </div>
    </Confirm>
  );
}
