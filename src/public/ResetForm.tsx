import { useForm } from 'react-hook-form';
import type { Elements } from '../app/elements';
import type { CallOutput } from '../../contract/calls';
import { INVALID_RESET_TOKEN_DETAIL } from '../../contract/constants';
import { ApiError } from '../api/ApiError';
import { useAccountT } from '../i18n/useAccountT';
import { AccountForm } from '../ui/form/AccountForm';
import { TextInput } from '../ui/form/Inputs';
import { required, sameAs, useNewPassword } from '../ui/form/validate';
import { useServices } from '../app/services';

/** The response to a new password; another server may return anything. */
export type ResetAnswer = Partial<CallOutput<'resetPassword'>> | null | undefined;

export interface ResetFormProps {
  token: string;
  /** Where the texts for its button and its errors are. */
  texts: 'reset' | 'confirmEmail';
  onReset: (answer: ResetAnswer) => void;
  /** The password is set and must not be sent again. */
  done?: boolean;
  /** Above the button. */
  message?: Elements;
}

/** Form with the new password, entered twice (spec section 5, "Reset password"). */
export function ResetForm({ token, texts, onReset, done, message }: ResetFormProps) {
  const t = useAccountT();
  const { hint } = useNewPassword();
  const { api } = useServices();
  const form = useForm({ shouldFocusError: false, defaultValues: { password: '', confirm: '' } });

  const reset = async ({ password }: { password: string }) => {
    const body = { token, new_pass: password };
    const answer: ResetAnswer = await api.call('resetPassword', { body });
    // Some servers return 200 for a link that no longer works: the detail decides.
    if (answer?.detail === INVALID_RESET_TOKEN_DETAIL) {
      throw new ApiError('status', { status: 200, detail: answer.detail });
    }
    onReset(answer);
  };

  return (
    <AccountForm
      form={form}
      onSubmit={reset}
      texts={{
        failed: `${texts}.failed`,
        details: { [INVALID_RESET_TOKEN_DETAIL]: `${texts}.invalid` },
        fields: { new_pass: 'register.weakPassword', password: 'register.weakPassword' },
        sources: { new_pass: 'password' },
      }}
      submitLabel={t(`${texts}.submit`)}
      done={done}
    >
      <TextInput
        source="password"
        type="password"
        autoComplete="new-password"
        label={t('reset.password')}
        helperText={hint}
        validate={required('reset.passwordRequired')}
      />
      <TextInput
        source="confirm"
        type="password"
        autoComplete="new-password"
        label={t('reset.confirm')}
        validate={[required('reset.confirmRequired'), sameAs('password', 'reset.mismatch')]}
      />
      {message}
    </AccountForm>
  );
}
