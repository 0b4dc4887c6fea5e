import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { NOT_APPROVED_DETAIL } from '../../contract/constants';
import type { TokenPair } from '../../contract/entities/session';
import { ApiError } from '../api/ApiError';
import { useT } from '../i18n/I18nProvider';
import { AccountForm } from './AccountForm';
import { CheckField } from './CheckField';
import { passwordLength, required, useFieldError } from './formRules';
import { useServices } from './services';
import { TextField } from './TextFields';
import { useAccountRequest } from './useAccountRequest';

interface LoginFields {
  email: string;
  password: string;
  remember: boolean;
}

interface Props {
  /** Fixes the e-mail, when only this person may sign in. */
  email?: string;
  /** Called once the person is signed in. */
  onSignedIn?: () => void;
  /** Further actions, below the button. */
  more?: ReactNode;
}

/** E-mail and password (spec sections 2, 5 and 8, "Login"). On success it stores the session. */
export function LoginForm({ email: fixedEmail = '', onSignedIn, more }: Props) {
  const t = useT();
  const fieldError = useFieldError();
  const { api, session } = useServices();
  const { send, problem } = useAccountRequest({
    failed: 'login.failed',
    details: { [NOT_APPROVED_DETAIL]: 'login.notApproved' },
  });
  const { register, handleSubmit, formState } = useForm<LoginFields>({
    shouldFocusError: false,
    defaultValues: { email: fixedEmail, password: '', remember: false },
  });

  const logIn = handleSubmit(async ({ email, password, remember }) => {
    const isDone = await send(async () => {
      const body = { username: email.trim(), password, remember };
      const answer: TokenPair & { detail?: string } = await api.call('login', { body });
      // Without readable tokens nobody is signed in, whatever the status: some servers send a refusal with 200.
      const isSignedIn = session.signIn(answer);
      if (!isSignedIn) throw new ApiError('status', { status: 200, detail: answer.detail });
    });
    if (isDone) onSignedIn?.();
  });

  return (
    <AccountForm
      onSubmit={(event) => void logIn(event)}
      submitLabel={t('login.submit')}
      busy={formState.isSubmitting}
      submitCount={formState.submitCount}
      problem={problem}
      more={more}
    >
      <TextField
        {...register('email', required('login.emailRequired'))}
        type="email"
        autoComplete="username"
        readOnly={fixedEmail !== ''}
        label={t('login.email')}
        error={fieldError(formState.errors.email)}
      />
      <TextField
        {...register('password', {
          ...required('login.passwordRequired'),
          ...passwordLength('login.passwordLength'),
        })}
        type="password"
        autoComplete="current-password"
        label={t('login.password')}
        error={fieldError(formState.errors.password)}
      />
      {!fixedEmail && <CheckField {...register('remember')} label={t('login.remember')} />}
    </AccountForm>
  );
}
