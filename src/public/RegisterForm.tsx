import { useForm } from 'react-hook-form';
import { useT } from '../i18n/I18nProvider';
import { AccountForm } from '../shared/AccountForm';
import { PageButton } from '../shared/Button';
import { required, requiredText, useFieldError, useNewPassword } from '../shared/formRules';
import { routes } from '../shared/routes';
import { useServices } from '../shared/services';
import { TextField } from '../shared/TextFields';
import { useAccountRequest } from '../shared/useAccountRequest';
import { useList } from '../shared/useList';
import type { RegisterFields } from './registerFields';
import { SitesField } from './SitesField';
import { TermsField } from './TermsField';

/** Registers a manager's account, which needs approval (spec section 5, "Registration"). */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const fieldError = useFieldError();
  const newPassword = useNewPassword();
  const { api } = useServices();
  const sites = useList('listSites');
  const { control, register, handleSubmit, formState, setError, setValue } =
    useForm<RegisterFields>({
      shouldFocusError: false,
      defaultValues: {
        fullname: '',
        email: '',
        password: '',
        confirm: '',
        sites: [],
        agree: false,
      },
    });
  const { errors, isSubmitting, submitCount } = formState;
  const chooseSitesAgain = () => {
    sites.reload();
    setValue('sites', []);
  };
  const { send, problem } = useAccountRequest({
    failed: 'register.failed',
    refusals: {
      setError,
      fields: {
        fullname: { at: 'fullname', text: 'register.invalidName' },
        username: { at: 'email', text: 'register.invalidEmail' },
        password: { at: 'password', text: 'register.weakPassword' },
        schools: { at: 'sites', text: 'register.siteGone', onRefused: chooseSitesAgain },
      },
    },
  });

  const signUp = handleSubmit(async ({ fullname, email, password, sites: chosen, agree }) => {
    const schools = sites.items
      .filter((site) => chosen.includes(site._id))
      .map((site) => ({ id: site._id, name: site.name }));
    const username = email.trim();
    const body = { fullname, username, password, role: 'MANAGER' as const, schools, agree };
    if (await send(() => api.call('register', { body }))) onDone();
  });

  return (
    <AccountForm
      onSubmit={(event) => void signUp(event)}
      submitLabel={t('register.submit')}
      busy={isSubmitting}
      submitCount={submitCount}
      problem={problem}
      more={
        <PageButton variant="quiet" to={routes.login.path}>
          {t('register.toLogin')}
        </PageButton>
      }
    >
      <TextField
        {...register('fullname', requiredText('register.fullnameRequired'))}
        autoComplete="name"
        label={t('register.fullname')}
        error={fieldError(errors.fullname)}
      />
      <TextField
        {...register('email', required('register.emailRequired'))}
        type="email"
        autoComplete="username"
        label={t('register.email')}
        error={fieldError(errors.email)}
      />
      <TextField
        {...register('password', {
          ...required('register.passwordRequired'),
          ...newPassword.length,
        })}
        type="password"
        autoComplete="new-password"
        label={t('register.password')}
        hint={newPassword.hint}
        error={fieldError(errors.password)}
      />
      <TextField
        {...register('confirm', {
          ...required('register.confirmRequired'),
          validate: (value, { password }) => value === password || 'register.mismatch',
        })}
        type="password"
        autoComplete="new-password"
        label={t('register.confirm')}
        error={fieldError(errors.confirm)}
      />
      <SitesField control={control} sites={sites} />
      <TermsField register={register} error={fieldError(errors.agree)} />
    </AccountForm>
  );
}
