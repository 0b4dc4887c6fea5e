import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAccountT } from '../i18n/useAccountT';
import { ButtonLink } from '../ui/Button';
import { AccountForm } from '../ui/form/AccountForm';
import { TextInput } from '../ui/form/Inputs';
import { required } from '../ui/form/validate';
import { StatusMessage } from '../ui/Message';
import { routes } from '../app/routes';
import { useServices } from '../app/services';
import { keepTypedEmail, readTypedEmail } from '../session/typedEmail';
import { Panel } from './Panel';

const TEXTS = {
  failed: 'forgot.failed',
  alwaysShowFailed: true,
  fields: { email: 'register.invalidEmail' },
} as const;

/** /forgot-password (spec section 2, "Forgot Password page"). */
export function ForgotPasswordPage() {
  const t = useAccountT();
  const { api } = useServices();
  const [isDone, setDone] = useState(false);
  const [typed] = useState(readTypedEmail);
  useEffect(() => () => keepTypedEmail(''), []);
  const form = useForm({ shouldFocusError: false, defaultValues: { email: typed } });

  const sendMail = async ({ email }: { email: string }) => {
    setDone(false);
    await api.call('forgotPassword', { body: { email: email.trim() } });
    setDone(true);
  };

  return (
    <Panel title={t('forgot.title')}>
      <p>{t('forgot.intro')}</p>
      <AccountForm
        form={form}
        onSubmit={sendMail}
        texts={TEXTS}
        submitLabel={t('forgot.submit')}
        more={
          <ButtonLink variant="quiet" to={routes.login.path}>
            {t('forgot.toLogin')}
          </ButtonLink>
        }
      >
        <TextInput
          source="email"
          type="email"
          autoComplete="username"
          label={t('forgot.email')}
          validate={required('forgot.emailRequired')}
        />
        <StatusMessage>{isDone && t('forgot.done')}</StatusMessage>
      </AccountForm>
    </Panel>
  );
}
