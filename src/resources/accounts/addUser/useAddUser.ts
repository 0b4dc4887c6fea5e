import { useForm } from 'react-hook-form';
import type { NewAccount } from '../../../dataProvider/accounts';
import { useDialogMutation } from '../../../admin/dialog/useDialogMutation';

/** What the form holds; no role is chosen for anyone. */
export interface AddUserValues extends Omit<NewAccount, 'role' | 'sites'> {
  readonly role: NewAccount['role'] | '';
  readonly sites: string[];
}

/** An account while it is entered. After a success the list is fetched afresh and the dialog closes; after a failure what was entered stays. */
export function useAddUser(onClose: () => void) {
  const form = useForm<AddUserValues>({
    shouldFocusError: false,
    defaultValues: { username: '', password: '', role: '', sites: [] },
  });
  const write = useDialogMutation<NewAccount>({
    send: (provider, data) => provider.create('accounts', { data }),
    done: 'addUser.done',
    failed: 'addUser.failed',
    onDone: onClose,
  });
  const send = form.handleSubmit(({ username, role, ...others }) => {
    if (role !== '') write.start({ ...others, username: username.trim(), role });
  });

  return {
    form,
    hasInput: form.formState.isDirty && !write.isBusy && !write.isDone,
    submit: () => void send(),
    write,
  };
}
