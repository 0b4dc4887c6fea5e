import { useForm } from 'react-hook-form';
import { ApiError, flaggedFields } from '../api/ApiError';
import { useT } from '../i18n/I18nProvider';
import { PageButton } from '../shared/Button';
import { AccountForm } from '../shared/form/AccountForm';
import { TextInput } from '../shared/form/Inputs';
import { required, requiredText, sameAs, useNewPassword } from '../shared/form/validate';
import { routes } from '../shared/routes';
import { useServices } from '../shared/services';
import { useList } from '../shared/useList';
import { SitesInput } from './SitesInput';
import { TermsInput } from './TermsInput';

const TEXTS = {
  failed: 'register.failed',
  fields: {
    fullname: 'register.invalidName',
    username: 'register.invalidEmail',
    password: 'register.weakPassword',
    schools: 'register.siteGone',
  },
} as const;

/** `schools` holds ids. */
const EMPTY = {
  fullname: '',
  username: '',
  password: '',
  confirm: '',
  schools: [] as string[],
  agree: false,
};

/** Registers a manager's account, which needs approval (spec section 5, "Registration"). */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const newPassword = useNewPassword();
  const { api } = useServices();
  const sites = useList('listSites');
  const form = useForm({ shouldFocusError: false, defaultValues: EMPTY });

  const register = async (values: typeof EMPTY) => {
    const { fullname, password, agree } = values;
    const username = values.username.trim();
    const schools = sites.items
      .filter((site) => values.schools.includes(site._id))
      .map((site) => ({ id: site._id, name: site.name }));
    const body = { fullname, username, password, role: 'MANAGER' as const, schools, agree };
    try {
      await api.call('register', { body });
    } catch (error) {
      if (error instanceof ApiError && flaggedFields(error, ['schools']).fields.size > 0) {
        sites.reload();
        form.setValue('schools', []);
      }
      throw error;
    }
    onDone();
  };

  return (
    <AccountForm
      form={form}
      onSubmit={register}
      texts={TEXTS}
      submitLabel={t('register.submit')}
      more={
        <PageButton variant="quiet" to={routes.login.path}>
          {t('register.toLogin')}
        </PageButton>
      }
    >
      <TextInput
        source="fullname"
        autoComplete="name"
        label={t('register.fullname')}
        validate={requiredText('register.fullnameRequired')}
      />
      <TextInput
        source="username"
        type="email"
        autoComplete="username"
        label={t('register.email')}
        validate={required('register.emailRequired')}
      />
      <TextInput
        source="password"
        type="password"
        autoComplete="new-password"
        label={t('register.password')}
        helperText={newPassword.hint}
        validate={[required('register.passwordRequired'), newPassword.length]}
      />
      <TextInput
        source="confirm"
        type="password"
        autoComplete="new-password"
        label={t('register.confirm')}
        validate={[required('register.confirmRequired'), sameAs('password', 'register.mismatch')]}
      />
      <SitesInput sites={sites} />
      <TermsInput />
    </AccountForm>
  );
}
