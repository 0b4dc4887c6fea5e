import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { INVALID_NEWS_TOKEN_DETAIL } from '../../contract/constants';
import { useServices } from '../app/services';
import { useFeatureStatus } from '../app/useFeature';
import { useAccountT } from '../i18n/useAccountT';
import { AccountForm } from '../ui/form/AccountForm';
import { ProblemMessage, StatusMessage } from '../ui/Message';
import { takeUrlFragment, stashUrlFragment } from './urlFragment';
import { NotFoundPage } from './NotFoundPage';
import { Panel } from './Panel';
import styles from './Panel.module.css';

/** What the links of emails about news do. */
const CALLS = { confirm: 'confirmNews', stop: 'stopNews' } as const;
type Action = keyof typeof CALLS;

const TEXTS = {
  failed: 'mails.failed',
  details: { [INVALID_NEWS_TOKEN_DETAIL]: 'mails.over' },
} as const;

/** The action and the token of the link, out of the address and the history; null for none. */
function takeLink(): { action: Action; token: string } | null {
  stashUrlFragment();
  const [action = '', token = ''] = takeUrlFragment().split('=');
  return Object.hasOwn(CALLS, action) && token ? { action: action as Action, token } : null;
}

/** /mails: where the links of emails about news lead. Opening one changes nothing; its button does. Names nothing. */
export function NewsLinkPage() {
  const t = useAccountT();
  const [link, setLink] = useState(takeLink);
  const status = useFeatureStatus('news');
  useEffect(() => {
    // Another link was opened in this tab.
    const take = () => {
      if (window.location.hash) setLink(takeLink());
    };
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  if (status === 'missing') return <NotFoundPage />;
  if (status !== 'offered') return null;
  return (
    <Panel title={t('mails.title')}>
      {link ? (
        <Ask key={`${link.action} ${link.token}`} {...link} />
      ) : (
        <ProblemMessage>
          <p>{t('mails.over')}</p>
        </ProblemMessage>
      )}
    </Panel>
  );
}

function Ask({ action, token }: { action: Action; token: string }) {
  const t = useAccountT();
  const { api } = useServices();
  const [isDone, setDone] = useState(false);
  const done = useRef<HTMLDivElement>(null);
  const form = useForm();
  // The button, which had the focus, is gone.
  useEffect(() => done.current?.focus(), [isDone]);

  const send = async () => {
    await api.call(CALLS[action], { body: { token } });
    setDone(true);
  };
  if (isDone) {
    return (
      <div ref={done} tabIndex={-1} className={styles.outcome}>
        <StatusMessage>{t(`mails.${action}.done`)}</StatusMessage>
      </div>
    );
  }
  return (
    <>
      <p>{t(`mails.${action}.intro`)}</p>
      <AccountForm
        form={form}
        onSubmit={send}
        texts={TEXTS}
        submitLabel={t(`mails.${action}.submit`)}
      >
        {null}
      </AccountForm>
    </>
  );
}
