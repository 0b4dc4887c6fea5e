import { useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/I18nProvider';
import { ButtonLink } from '../shared/Button';
import { StatusMessage } from '../shared/Message';
import { PageHeading } from '../shared/PageHeading';
import { routes } from '../shared/routes';
import { useServices } from '../shared/services';
import { usePageTitle } from '../shared/usePageTitle';
import { Panel, PanelEnd } from './Panel';
import styles from './Panel.module.css';
import { RegisterForm } from './RegisterForm';

/** /register (spec section 2, "Registration page"). */
export function RegisterPage() {
  const t = useT();
  const { features } = useServices();
  const [isDone, setDone] = useState(false);
  const messages = useRef<HTMLDivElement>(null);
  usePageTitle(t('register.title'));

  // The form, which had the focus, is gone.
  useEffect(() => {
    if (isDone) messages.current?.focus();
  }, [isDone]);

  return (
    <Panel>
      <PageHeading>{t('register.title')}</PageHeading>
      {!isDone && <p>{t('register.intro')}</p>}
      <div ref={messages} tabIndex={-1} className={styles.news}>
        <StatusMessage>{isDone && t('register.done')}</StatusMessage>
        {/* The features are known by now: submitting the form has loaded them. */}
        <StatusMessage variant="note">
          {isDone && features.offers('mailboxProof') && t('register.confirmMail')}
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
