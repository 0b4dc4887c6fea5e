import { useForm } from 'react-hook-form';
import type { PasswordChange } from '../../dataProvider/ownAccount';
import { useLeaveWarning } from '../../shared/useLeaveWarning';
import { useDialogMutation } from '../../admin/dialog/useDialogMutation';

/** A password while it is replaced. After a success the form is empty; after a failure what was entered stays. */
export function useChangePassword() {
  const form = useForm({
    shouldFocusError: false,
    defaultValues: { current: '', next: '', confirm: '' },
  });
  const write = useDialogMutation<PasswordChange>({
    send: async (provider, change) => {
      await provider.changePassword(change);
      form.reset();
    },
    done: 'changePassword.done',
    failed: 'changePassword.failed',
    isRepeatable: true,
  });
  const send = form.handleSubmit(({ current, next }) => write.start({ current, next }));
  useLeaveWarning(form.formState.isDirty);

  return { form, submit: () => void send(), write };
}
