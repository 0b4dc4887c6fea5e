import { useStaffT } from '../../../i18n/useStaffT';
import { useDialogMutation } from '../../../admin/dialog/useDialogMutation';
import type { AccountDialogProps } from './AccountDialog';
import { StateQuestion } from './StateQuestion';

/** Shuts an account out (spec sections 2 and 4), once asked. */
export function DeactivateDialog({ account, onClose }: AccountDialogProps) {
  const t = useStaffT();
  const write = useDialogMutation<void>({
    send: (provider) => provider.deactivate(account),
    done: 'accountState.deactivated',
    failed: 'accountState.notDeactivated',
    onDone: onClose,
  });
  return (
    <StateQuestion
      account={account}
      question={t('accountState.deactivateQuestion')}
      hint={t('accountState.deactivateHint')}
      yes={t('accountState.deactivate')}
      write={write}
      onClose={onClose}
    />
  );
}
