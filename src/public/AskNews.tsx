import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CallInput } from '../../contract/calls';
import { useServices } from '../app/services';
import { useAccountT } from '../i18n/useAccountT';
import { AccountForm } from '../ui/form/AccountForm';
import { TextInput } from '../ui/form/Inputs';
import { required } from '../ui/form/validate';
import { ProblemMessage, StatusMessage } from '../ui/Message';
import styles from './LookUpPage.module.css';

const TEXTS = { failed: 'lookUp.news.failed', fields: { email: 'register.invalidEmail' } } as const;

interface Props {
  /** Reference, code and birth year, as they were answered. */
  readonly typed: CallInput<'lookUp'>['body'];
}

/** Lets the holder of a receipt ask for an email when there is news. */
export function AskNews({ typed }: Props) {
  const t = useAccountT();
  const { api } = useServices();
  const [isMailed, setMailed] = useState<boolean>();
  const outcome = useRef<HTMLDivElement>(null);
  const form = useForm({ shouldFocusError: false, defaultValues: { email: '' } });
  useEffect(() => outcome.current?.focus(), [isMailed]);

  const send = async ({ email }: { email: string }) => {
    setMailed(undefined);
    const body = { ...typed, email: email.trim() };
    setMailed((await api.call('askNews', { body })).mailed);
  };
  if (isMailed) {
    return (
      <div ref={outcome} tabIndex={-1} className={styles.news}>
        <StatusMessage>{t('lookUp.news.mailed')}</StatusMessage>
      </div>
    );
  }
  return (
    <section className={styles.news}>
      <h2>{t('lookUp.news.title')}</h2>
      <p>{t('lookUp.news.intro')}</p>
      {isMailed === false && (
        <ProblemMessage ref={outcome}>
          <p>{t('lookUp.news.refused')}</p>
        </ProblemMessage>
      )}
      <AccountForm form={form} onSubmit={send} texts={TEXTS} submitLabel={t('lookUp.news.submit')}>
        <TextInput
          source="email"
          type="email"
          autoComplete="email"
          label={t('lookUp.news.email')}
          validate={required('lookUp.news.emailRequired')}
        />
      </AccountForm>
    </section>
  );
}
