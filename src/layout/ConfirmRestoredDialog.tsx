import { Confirm, useDialogMutation } from '../admin';
import { useStaffT } from '../i18n/useStaffT';

/** Asks a super user to confirm after a restore that no consent was stopped since the archive. */
export function ConfirmRestoredDialog({ onClose }: { onClose: () => void }) {
  const t = useStaffT();
  const mutation = useDialogMutation<void>({
    send: (provider) => provider.confirmRestoredConsents(),
    done: 'consents.restoredDone',
    failed: 'consents.restoredFailed',
    onDone: onClose,
  });
  return (
    <Confirm
      title="consents.restoredTitle"
      confirm="consents.restoredSubmit"
      cancel="consents.notNow"
      mutation={mutation}
      onConfirm={() => mutation.start()}
      onClose={onClose}
    >
      <p>{t('consents.restoredText')}</p>
    </Confirm>
  );
}
