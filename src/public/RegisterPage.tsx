import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CONFIRM_LINK_DAYS } from '../../contract/constants';
import type { Site } from '../../contract/entities/site';
import { ApiError, flaggedFields } from '../api/ApiError';
import { useAccountT } from '../i18n/useAccountT';
import { useSiteName } from '../i18n/useSiteName';
import { ButtonLink, PageButton } from '../ui/Button';
import { AccountForm } from '../ui/form/AccountForm';
import { AutocompleteArrayInput, TextInput } from '../ui/form/Inputs';
import { required, requiredText, sameAs, useNewPassword } from '../ui/form/validate';
import { StatusMessage } from '../ui/Message';
import { routes } from '../app/routes';
import { useServices } from '../app/services';
import { type List, ListFailure, useList } from '../ui/useList';
import { Panel, PanelEnd } from './Panel';
import styles from './Panel.module.css';
import { TermsInput } from './TermsInput';

/** /register (spec section 2, "Registration page"). */
export function RegisterPage() {
  const t = useAccountT();
  const { features } = useServices();
  const [isDone, setDone] = useState(false);
  const messages = useRef<HTMLDivElement>(null);

  // The form, which had the focus, is gone.
  useEffect(() => {
    if (isDone) messages.current?.focus();
  }, [isDone]);

  return (
    <Panel title={t('register.title')}>
      {!isDone && <p>{t('register.intro')}</p>}
      <div ref={messages} tabIndex={-1} className={styles.outcome}>
        <StatusMessage>{isDone && t('register.done')}</StatusMessage>
        {/* The features are known by now: submitting the form has loaded them. */}
        <StatusMessage variant="note">
          {isDone &&
            features.offers('mailboxProof') &&
            t('register.confirmMail', { days: CONFIRM_LINK_DAYS })}
        </StatusMessage>
      </div>
      {isDone ? (
        <PanelEnd>
          <ButtonLink to={routes.login.path}>{t('register.goToLogin')}</ButtonLink>
        </PanelEnd>
      ) : (
        <RegisterForm onDone={() => setDone(true)} />
      )}
    </Panel>
  );
}

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
function RegisterForm({ onDone }: { onDone: () => void }) {
  const t = useAccountT();
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

/** The sites the person works for; at least one is required. */
function SitesInput({ sites }: { sites: List<Site> }) {
  const t = useAccountT();
  const siteName = useSiteName();
  // After a reload of the list, a deleted site is neither shown among the chosen ones nor counted.
  const exists = (id: string) => sites.items.some((site) => site._id === id);

  return (
    <div>
      <AutocompleteArrayInput
        source="schools"
        label={t('register.sites')}
        choices={sites.items.map(({ _id, name }) => ({
          id: _id,
          name: siteName(name),
          alias: name,
        }))}
        placeholder={t('register.sitesPlaceholder')}
        noOptionsText={t(
          sites.status === 'loading' ? 'referralForm.loading' : 'referralForm.noSubstances',
        )}
        isRequired
        validate={(chosen) => (chosen.some(exists) ? undefined : 'register.sitesRequired')}
      />
      {sites.status === 'failed' && (
        <ListFailure
          text={t('referralForm.sitesFailed')}
          control="schools"
          onRetry={sites.reload}
        />
      )}
    </div>
  );
}
