import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { DELAYS, INVALID_RESET_TOKEN_DETAIL } from '../../contract/constants';
import { ApiError } from '../api/ApiError';
import { useT } from '../i18n/I18nProvider';
import { AccountForm } from '../shared/AccountForm';
import { required, useFlag, useNewPassword } from '../shared/formRules';
import { StatusMessage } from '../shared/Message';
import { routes } from '../shared/routes';
import { useServices } from '../shared/services';
import { TextField } from '../shared/TextFields';
import { useAccountRequest } from '../shared/useAccountRequest';
import { AFTER_PASSWORD_RESET } from './loginNews';

/** The new password, twice (spec section 5, "Reset password"). */
export function ResetForm({ token }: { token: string }) {
  const t = useT();
  const flag = useFlag();
  const { hint } = useNewPassword();
  const { api } = useServices();
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  const { register, handleSubmit, formState, setError } = useForm({
    shouldFocusError: false,
    defaultValues: { password: '', confirm: '' },
  });
  const { send, problem } = useAccountRequest({
    failed: 'reset.failed',
    details: { [INVALID_RESET_TOKEN_DETAIL]: 'reset.invalid' },
    refusals: {
      setError,
      fields: {
        new_pass: { at: 'password', text: 'register.weakPassword' },
        password: { at: 'password', text: 'register.weakPassword' },
      },
    },
  });

  useEffect(() => {
    if (!isDone) return undefined;
    // The link works no more: 'Back' must not lead to it.
    const toLogin = () =>
      void navigate(routes.login.path, { replace: true, state: AFTER_PASSWORD_RESET });
    const timer = setTimeout(toLogin, DELAYS.afterPasswordReset);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);

  const reset = handleSubmit(async ({ password }) => {
    const body = { token, new_pass: password };
    const isReset = await send(async () => {
      const answer = await api.call('resetPassword', { body });
      // Some servers answer 200 for a link that no longer works; what counts is the detail.
      if (answer?.detail === INVALID_RESET_TOKEN_DETAIL) {
        throw new ApiError('status', { status: 200, detail: answer.detail });
      }
    });
    setDone(isReset);
  });

  return (
    <AccountForm
      onSubmit={(event) => void reset(event)}
      submit={t('reset.submit')}
      busy={formState.isSubmitting}
      submitted={formState.submitCount}
      done={isDone}
      problem={problem}
      more={<StatusMessage>{isDone && t('reset.done')}</StatusMessage>}
    >
      <TextField
        {...register('password', required('reset.passwordRequired'))}
        type="password"
        autoComplete="new-password"
        label={t('reset.password')}
        hint={hint}
        flag={flag(formState.errors.password)}
      />
      <TextField
        {...register('confirm', {
          ...required('reset.confirmRequired'),
          validate: (value, { password }) => value === password || 'reset.mismatch',
        })}
        type="password"
        autoComplete="new-password"
        label={t('reset.confirm')}
        flag={flag(formState.errors.confirm)}
      />
    </AccountForm>
  );
}
