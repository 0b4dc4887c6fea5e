import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { CallOutput } from '../../contract/calls';
import { INVALID_RESET_TOKEN_DETAIL } from '../../contract/constants';
import { ApiError } from '../api/ApiError';
import { useT } from '../i18n/I18nProvider';
import type { TextKey } from '../i18n/textKeys';
import { AccountForm } from '../shared/AccountForm';
import { required, useFieldError, useNewPassword } from '../shared/formRules';
import { useServices } from '../shared/services';
import { TextField } from '../shared/TextFields';
import { useAccountRequest } from '../shared/useAccountRequest';

/** The response to a new password; another server may return anything. */
export type ResetAnswer = Partial<CallOutput<'resetPassword'>> | null | undefined;

interface Props {
  token: string;
  texts: { readonly submit: TextKey; readonly failed: TextKey; readonly invalid: TextKey };
  onReset: (answer: ResetAnswer) => void;
  /** The password is set and must not be sent again. */
  done?: boolean;
  /** Below the button. */
  more?: ReactNode;
}

/** Form with the new password, entered twice (spec section 5, "Reset password"). */
export function ResetForm({ token, texts, onReset, done, more }: Props) {
  const t = useT();
  const fieldError = useFieldError();
  const { hint } = useNewPassword();
  const { api } = useServices();
  const { register, handleSubmit, formState, setError } = useForm({
    shouldFocusError: false,
    defaultValues: { password: '', confirm: '' },
  });
  const { send, problem } = useAccountRequest({
    failed: texts.failed,
    details: { [INVALID_RESET_TOKEN_DETAIL]: texts.invalid },
    refusals: {
      setError,
      fields: {
        new_pass: { at: 'password', text: 'register.weakPassword' },
        password: { at: 'password', text: 'register.weakPassword' },
      },
    },
  });

  const reset = handleSubmit(async ({ password }) => {
    const body = { token, new_pass: password };
    let answer: ResetAnswer;
    const isReset = await send(async () => {
      answer = await api.call('resetPassword', { body });
      // Some servers return 200 for a link that no longer works: the detail decides.
      if (answer?.detail === INVALID_RESET_TOKEN_DETAIL) {
        throw new ApiError('status', { status: 200, detail: answer.detail });
      }
    });
    if (isReset) onReset(answer);
  });

  return (
    <AccountForm
      onSubmit={(event) => void reset(event)}
      submitLabel={t(texts.submit)}
      busy={formState.isSubmitting}
      submitCount={formState.submitCount}
      done={done}
      problem={problem}
      more={more}
    >
      <TextField
        {...register('password', required('reset.passwordRequired'))}
        type="password"
        autoComplete="new-password"
        label={t('reset.password')}
        hint={hint}
        error={fieldError(formState.errors.password)}
      />
      <TextField
        {...register('confirm', {
          ...required('reset.confirmRequired'),
          validate: (value, { password }) => value === password || 'reset.mismatch',
        })}
        type="password"
        autoComplete="new-password"
        label={t('reset.confirm')}
        error={fieldError(formState.errors.confirm)}
      />
    </AccountForm>
  );
}
