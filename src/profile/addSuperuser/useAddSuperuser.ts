import { useForm } from 'react-hook-form';
import type { NewSuperuser } from '../../dataProvider/superusers';
import { useLeaveWarning } from '../../shared/useLeaveWarning';
import { useDialogMutation } from '../../admin/dialog/useDialogMutation';

/** A super user while they are entered. After a success the form is empty, ready for another; after a failure what was entered stays. */
export function useAddSuperuser() {
  const form = useForm<NewSuperuser>({
    shouldFocusError: false,
    defaultValues: { fullname: '', username: '', password: '' },
  });
  const write = useDialogMutation<NewSuperuser>({
    send: async (provider, data) => {
      await provider.create('superusers', { data });
      form.reset();
    },
    done: 'addSuperuser.done',
    failed: 'addSuperuser.failed',
    isRepeatable: true,
  });
  const send = form.handleSubmit(({ fullname, username, password }) =>
    write.start({ fullname: fullname.trim(), username: username.trim(), password }),
  );
  useLeaveWarning(form.formState.isDirty);

  return { form, submit: () => void send(), write };
}
