import { useStaffT } from '../../../i18n/useStaffT';
import { useDialogMutation } from '../../../admin/dialog/useDialogMutation';
import type { AccountDialogProps } from './AccountDialog';
import { StateQuestion } from './StateQuestion';

/** Lets an account in again (spec sections 2 and 4), once asked. */
export function ReactivateDialog({ account, onClose }: AccountDialogProps) {
  const t = useStaffT();
  const write = useDialogMutation<void>({
    send: (provider) => provider.reactivate(account),
    done: 'accountState.reactivated',
    failed: 'accountState.notReactivated',
    onDone: onClose,
  });
  return (
    <StateQuestion
      account={account}
      question={t('accountState.reactivateQuestion')}
      hint={t('accountState.reactivateHint')}
      yes={t('accountState.activate')}
      write={write}
      onClose={onClose}
    />
  );
}
