import type { ReactElement } from 'react';
import type { Elements } from '../../app/elements';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { CloseButton, Dialog } from './Dialog';
import { MutationStatus } from './MutationStatus';
import type { DialogMutation } from './useDialogMutation';

interface Props {
  readonly title: StaffTextKey;
  /** The labels of the two buttons. */
  readonly confirm: StaffTextKey;
  readonly cancel: StaffTextKey;
  readonly confirmColor?: 'primary' | 'danger';
  /** Whether what it asks about is still loading, so that nothing can be confirmed yet. */
  readonly isLoading?: boolean;
  readonly mutation: DialogMutation;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** `detail` of a refusal → its text. */
  readonly details?: Readonly<Record<string, StaffTextKey>>;
  /** A refused field → its text. */
  readonly fields?: Readonly<Record<string, StaffTextKey>>;
  /** Whether a `detail` that has no text of ours is shown as the server sent it. */
  readonly showsServerDetail?: boolean;
  /** Replaces the reason of a refusal when someone else has changed the record. */
  readonly conflict?: ReactElement | null;
  readonly children: Elements;
}

/**
 * Asks before a change is made, and shows its outcome.
 *
 * @example
 * const mutation = useDialogMutation<void>({
 *   send: (provider) => provider.deactivate(account),
 *   done: 'accountState.deactivated',
 *   failed: 'accountState.notDeactivated',
 *   onDone: onClose,
 * });
 * return (
 *   <Confirm
 *     title="accountState.deactivateQuestion"
 *     confirm="accountState.deactivate"
 *     cancel="accountState.notNow"
 *     mutation={mutation}
 *     onConfirm={() => mutation.start()}
 *     onClose={onClose}
 *   >
 *     <p>{t('accountState.deactivateHint')}</p>
 *   </Confirm>
 * );
 */
export function Confirm({
  title,
  confirm,
  cancel,
  confirmColor = 'primary',
  isLoading = false,
  mutation,
  onConfirm,
  onClose,
  children,
  ...status
}: Props) {
  const t = useStaffT();
  const isSent = mutation.isBusy || mutation.isDone;
  return (
    <Dialog
      title={t(title)}
      width="sm"
      role="alertdialog"
      onClose={onClose}
      outcome={<MutationStatus mutation={mutation} onTryAgain={onConfirm} {...status} />}
      actions={
        <>
          <Button variant={confirmColor} busy={isSent || isLoading} onClick={onConfirm}>
            {t(confirm)}
          </Button>
          {/* Closing does not cancel a change that has been sent. */}
          <CloseButton>{t(isSent ? 'app.close' : cancel)}</CloseButton>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
