import { useEffect, useLayoutEffect, useState } from 'react';
import type { Elements } from '../app/elements';
import { INVALID_RESET_TOKEN_DETAIL } from '../../contract/constants';
import { type ApiError, isTransient, toApiError } from '../api/ApiError';
import type { Api } from '../api/client';
import { useAccountT } from '../i18n/useAccountT';
import { Button } from '../ui/Button';
import { FailureText } from '../ui/FailureText';
import { ProblemMessage, StatusMessage } from '../ui/Message';
import { useServices } from '../app/services';
import { Panel, PanelEnd } from './Panel';
import { ResetForm, type ResetFormProps } from './ResetForm';
import { readResetToken, takeResetToken } from './resetToken';

interface Props extends Omit<ResetFormProps, 'token'> {
  /** Above the form. */
  intro?: string;
  /** What to do about an invalid link. */
  wayOn?: string;
  actions: Elements;
}

/** The page behind an e-mailed link for choosing a password. Checks the link on load (spec section 4, "Reset link"). */
export function ResetLinkPanel({ intro, wayOn, actions, ...form }: Props) {
  const t = useAccountT();
  const { token, link, check } = useResetLink();

  const checkAgain = () => {
    // The button disappears: move the focus first.
    document.querySelector('h1')?.focus();
    check();
  };

  return (
    <Panel title={t(`${form.texts}.title`)}>
      <StatusMessage variant="note">
        {link.status === 'checking' && t('reset.checking')}
      </StatusMessage>
      {link.status === 'valid' && (
        <>
          {intro && <p>{intro}</p>}
          <ResetForm token={token} {...form} />
        </>
      )}
      {link.status === 'invalid' && (
        <PanelEnd>
          <ProblemMessage>
            <p>{t(`${form.texts}.invalid`)}</p>
            {wayOn && <p>{wayOn}</p>}
            {!token && <p>{t('reset.openAgain')}</p>}
          </ProblemMessage>
          {actions}
        </PanelEnd>
      )}
      {link.status === 'unknown' && (
        <PanelEnd>
          <ProblemMessage>
            <FailureText error={link.error} failed={`${form.texts}.failed`} />
          </ProblemMessage>
          <Button onClick={checkAgain}>{t('app.tryAgain')}</Button>
        </PanelEnd>
      )}
    </Panel>
  );
}

type ResetLink =
  | { readonly status: 'checking' | 'valid' | 'invalid' }
  /** The check failed: no answer, or a server error. */
  | { readonly status: 'unknown'; readonly error: ApiError };

/**
 * The reset link that led here: its token, removed from the URL at the start of the app or here, and whether it is still
 * valid (spec section 4, "Reset link").
 */
function useResetLink() {
  const { api, resetToken = '' } = useServices();
  const [token] = useState(() => readResetToken() || resetToken);
  const [attempt, setAttempt] = useState(0);
  const [link, setLink] = useState<ResetLink>({ status: token ? 'checking' : 'invalid' });

  useLayoutEffect(() => void takeResetToken(), []);

  useEffect(() => {
    if (!token) return undefined;
    const controller = new AbortController();
    const load = async () => {
      const next = await checkToken(api, token, controller.signal);
      if (!controller.signal.aborted) setLink(next);
    };
    void load();
    return () => controller.abort();
  }, [api, token, attempt]);

  const check = () => {
    setLink({ status: 'checking' });
    setAttempt(attempt + 1);
  };

  return { token, link, check };
}

async function checkToken(api: Api, token: string, signal: AbortSignal): Promise<ResetLink> {
  try {
    const answer = await api.call('checkResetToken', { query: { reset_token: token } }, { signal });
    // Some servers return 200 for a link that no longer works: the detail decides.
    return { status: answer?.detail === INVALID_RESET_TOKEN_DETAIL ? 'invalid' : 'valid' };
  } catch (error) {
    const failure = toApiError(error);
    const isTemporary = failure.status === 429 || isTransient(failure);
    const isRefused = failure.detail === INVALID_RESET_TOKEN_DETAIL || !isTemporary;
    return isRefused ? { status: 'invalid' } : { status: 'unknown', error: failure };
  }
}
