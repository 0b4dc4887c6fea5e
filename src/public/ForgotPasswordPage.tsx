import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../i18n/I18nProvider';
import { AccountForm } from '../shared/AccountForm';
import { ButtonLink } from '../shared/Button';
import { required, useFieldError } from '../shared/formRules';
import { StatusMessage } from '../shared/Message';
import { PageHeading } from '../shared/PageHeading';
import { routes } from '../shared/routes';
import { useServices } from '../shared/services';
import { TextField } from '../shared/TextFields';
import { useAccountRequest } from '../shared/useAccountRequest';
import { usePageTitle } from '../shared/usePageTitle';
import { Panel } from './Panel';

/** /forgot-password (spec section 2, "Forgot Password page"). */
export function ForgotPasswordPage() {
  const t = useT();
  const fieldError = useFieldError();
  const { api } = useServices();
  const [isDone, setDone] = useState(false);
  const { register, handleSubmit, formState, setError } = useForm({
    shouldFocusError: false,
    defaultValues: { email: '' },
  });
  const { send, problem } = useAccountRequest({
    failed: 'forgot.failed',
    alwaysSaysFailed: true,
    refusals: { setError, fields: { email: { at: 'email', text: 'register.invalidEmail' } } },
  });
  usePageTitle(t('forgot.title'));

  const sendMail = handleSubmit(async ({ email }) => {
    setDone(false);
    setDone(await send(() => api.call('forgotPassword', { body: { email: email.trim() } })));
  });

  return (
    <Panel>
      <PageHeading>{t('forgot.title')}</PageHeading>
      <p>{t('forgot.intro')}</p>
      <AccountForm
        onSubmit={(event) => void sendMail(event)}
        submitLabel={t('forgot.submit')}
        busy={formState.isSubmitting}
        submitCount={formState.submitCount}
        problem={problem}
        more={
          <ButtonLink variant="quiet" to={routes.login.path}>
            {t('forgot.toLogin')}
          </ButtonLink>
        }
      >
        <TextField
          {...register('email', required('forgot.emailRequired'))}
          type="email"
          autoComplete="username"
          label={t('forgot.email')}
          error={fieldError(formState.errors.email)}
        />
        <StatusMessage>{isDone && t('forgot.done')}</StatusMessage>
      </AccountForm>
    </Panel>
  );
}
