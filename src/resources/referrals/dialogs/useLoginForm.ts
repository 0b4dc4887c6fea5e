import { useForm } from 'react-hook-form';
import type { NewLogin, ReferralRecord } from '../../../dataProvider/referrals';
import { useDialogMutation } from '../../../admin/dialog/useDialogMutation';

/** E-mail and password of a login for the person of a referral, while they are entered. */
export function useLoginForm(referral: ReferralRecord, onClose: () => void) {
  const { register, handleSubmit, formState } = useForm<NewLogin>({
    shouldFocusError: false,
    defaultValues: { username: '', password: '' },
  });
  const write = useDialogMutation<NewLogin>({
    send: (provider, login) => provider.createLogin(referral, login),
    done: 'createLogin.done',
    failed: 'createLogin.failed',
    onDone: onClose,
  });
  const send = handleSubmit(({ username, password }) =>
    write.start({ username: username.trim(), password }),
  );

  return {
    register,
    errors: formState.errors,
    submitCount: formState.submitCount,
    hasInput: formState.isDirty && !write.isBusy && !write.isDone,
    submit: () => void send(),
    write,
  };
}
