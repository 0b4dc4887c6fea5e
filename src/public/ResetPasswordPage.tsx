import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { DELAYS } from '../../contract/constants';
import { useAccountT } from '../i18n/useAccountT';
import { ButtonLink } from '../ui/Button';
import { StatusMessage } from '../ui/Message';
import { routes } from '../app/routes';
import type { PasswordResetState } from './LoginPage';
import { ResetLinkPanel } from './ResetLinkPanel';

const AFTER_RESET: PasswordResetState = {
  news: 'passwordReset',
  loadedAt: performance.timeOrigin,
};

/** /reset-password (spec section 2, "Reset Password page"). */
export function ResetPasswordPage() {
  const t = useAccountT();
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);

  useEffect(() => {
    if (!isDone) return undefined;
    // The link no longer works: 'Back' must not lead to it.
    const toLogin = () => void navigate(routes.login.path, { replace: true, state: AFTER_RESET });
    const timer = setTimeout(toLogin, DELAYS.afterPasswordReset);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);

  return (
    <ResetLinkPanel
      texts="reset"
      onReset={() => setDone(true)}
      done={isDone}
      message={<StatusMessage>{isDone && t('reset.done')}</StatusMessage>}
      actions={<ButtonLink to={routes.forgotPassword.path}>{t('reset.toForgot')}</ButtonLink>}
    />
  );
}
