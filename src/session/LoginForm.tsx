import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Elements } from '../app/elements';
import { FOREIGN_ORIGIN_DETAIL, LENGTHS, NOT_APPROVED_DETAIL } from '../../contract/constants';
import type { TokenPair } from '../../contract/entities/session';
import { ApiError } from '../api/ApiError';
import { useT } from '../i18n/I18nProvider';
import { StatusMessage } from '../ui/Message';
import { AccountForm } from '../ui/form/AccountForm';
import { BooleanInput, TextInput } from '../ui/form/Inputs';
import { minLength, required } from '../ui/form/validate';
import { useServices } from '../app/services';

interface LoginValues {
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
  more?: Elements;
}

const TEXTS = {
  failed: 'login.failed',
  details: {
    [NOT_APPROVED_DETAIL]: 'login.notApproved',
    [FOREIGN_ORIGIN_DETAIL]: 'login.otherAddress',
  },
} as const;

/** E-mail and password (spec sections 2, 5 and 8, "Login"). On success it stores the session. */
export function LoginForm({ email: fixedEmail = '', onSignedIn, more }: Props) {
  const t = useT();
  const { api, session } = useServices();
  const form = useForm<LoginValues>({
    shouldFocusError: false,
    defaultValues: { email: fixedEmail, password: '', remember: false },
  });

  const [isPersistent] = useState(session.isPersistent);

  const logIn = async ({ email, password, remember }: LoginValues) => {
    const body = { username: email.trim(), password, remember };
    const answer: TokenPair & { detail?: string } = await api.call('login', { body });
    // Without readable tokens nobody is signed in, whatever the status: some servers send a refusal with 200.
    const isSignedIn = session.signIn(answer);
    if (!isSignedIn) throw new ApiError('status', { status: 200, detail: answer.detail });
    onSignedIn?.();
  };

  return (
    <AccountForm
      form={form}
      onSubmit={logIn}
      texts={TEXTS}
      submitLabel={t('login.submit')}
      more={more}
    >
      {!isPersistent && <StatusMessage variant="note">{t('login.notStored')}</StatusMessage>}
      <TextInput
        source="email"
        type="email"
        autoComplete="username"
        readOnly={fixedEmail !== ''}
        label={t('login.email')}
        validate={required('login.emailRequired')}
      />
      <TextInput
        source="password"
        type="password"
        autoComplete="current-password"
        label={t('login.password')}
        validate={[
          required('login.passwordRequired'),
          minLength(LENGTHS.passwordMin, 'login.passwordLength'),
        ]}
      />
      {!fixedEmail && <BooleanInput source="remember" label={t('login.remember')} />}
    </AccountForm>
  );
}
