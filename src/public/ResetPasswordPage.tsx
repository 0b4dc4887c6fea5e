import { useT } from '../i18n/I18nProvider';
import { Button, ButtonLink } from '../shared/Button';
import { ProblemMessage, StatusMessage } from '../shared/Message';
import { PageHeading } from '../shared/PageHeading';
import { routes } from '../shared/routes';
import { useFailureText } from '../shared/useFailureText';
import { usePageTitle } from '../shared/usePageTitle';
import { Panel, PanelEnd } from './Panel';
import { ResetForm } from './ResetForm';
import { useResetLink } from './useResetLink';

/** /reset-password (spec section 2, "Reset Password page"). */
export function ResetPasswordPage() {
  const t = useT();
  const failureText = useFailureText();
  const { token, link, check } = useResetLink();
  usePageTitle(t('reset.title'));

  const checkAgain = () => {
    // The button goes away, and the focus must not go with it.
    document.querySelector('h1')?.focus();
    check();
  };

  return (
    <Panel>
      <PageHeading>{t('reset.title')}</PageHeading>
      <StatusMessage look="note">{link.status === 'checking' && t('reset.checking')}</StatusMessage>
      {link.status === 'valid' && <ResetForm token={token} />}
      {link.status === 'invalid' && (
        <PanelEnd>
          <ProblemMessage>
            <p>{t('reset.invalid')}</p>
            {!token && <p>{t('reset.openAgain')}</p>}
          </ProblemMessage>
          <ButtonLink to={routes.forgotPassword.path}>{t('reset.toForgot')}</ButtonLink>
        </PanelEnd>
      )}
      {link.status === 'unknown' && (
        <PanelEnd>
          <ProblemMessage>
            <p>{failureText(link.error)}</p>
          </ProblemMessage>
          <Button onClick={checkAgain}>{t('app.tryAgain')}</Button>
        </PanelEnd>
      )}
    </Panel>
  );
}
