import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { SessionSubject } from '../../contract/entities/session';
import { useAccountT } from '../i18n/useAccountT';
import { Button } from '../ui/Button';
import { LoginForm } from '../session/LoginForm';
import { StatusMessage } from '../ui/Message';
import { GuardNotice, type GuardState, isFromThisLoad } from '../session/RequireAccess';
import { guardTarget, findSignedInRoute, landingAfterLogin, routes } from '../app/routes';
import { useSession } from '../app/services';
import { keepTypedEmail } from '../session/typedEmail';
import { Panel } from './Panel';

/** The router state after a new password was chosen; never in the URL. */
export interface PasswordResetState {
  readonly news: 'passwordReset';
  readonly loadedAt: number;
}

/** /login (spec section 2, "Login page"). */
export function LoginPage() {
  const t = useAccountT();
  const { status, user } = useSession();
  const { state } = useLocation();
  const [wasVisitor, setWasVisitor] = useState(false);
  if (status === 'signed-out' && !wasVisitor) setWasVisitor(true);

  if (user && status === 'signed-in') {
    // A person who was already signed in goes to /admin, or at once to where its guard redirects: they asked for no page that could
    // be refused.
    const { needs, path } = routes.referrals;
    const target = wasVisitor ? findTarget(user, state) : (guardTarget(user, needs) ?? path);
    return <Navigate to={target} replace />;
  }
  return (
    <Panel title={t('login.title')}>
      <StatusMessage>{isPasswordReset(state) && t('reset.done')}</StatusMessage>
      <GuardNotice />
      <LoginForm more={<ForgotPasswordButton />} />
    </Panel>
  );
}

/** Opens 'Forgot Password' with the email that was typed here. */
function ForgotPasswordButton() {
  const t = useAccountT();
  const navigate = useNavigate();
  const { getValues } = useFormContext<{ email: string }>();
  const open = () => {
    keepTypedEmail(getValues('email'));
    void navigate(routes.forgotPassword.path);
  };
  return (
    <Button variant="secondary" onClick={open}>
      {t('login.forgot')}
    </Button>
  );
}

/**
 * The page the guard redirected from, if the person may open it; else the role's start page, or at once where its guard redirects an
 * approved person.
 */
function findTarget(user: SessionSubject, state: unknown): string {
  const from = (state as GuardState | null)?.from ?? '';
  const route = findSignedInRoute(from);
  if (route && guardTarget(user, route.needs) === null) return from;
  const start = landingAfterLogin(user);
  const needs = findSignedInRoute(start)?.needs;
  const refused = user.approved && needs ? guardTarget(user, needs) : null;
  return refused ?? start;
}

function isPasswordReset(state: unknown): boolean {
  const flash = state as PasswordResetState | null;
  return flash?.news === 'passwordReset' && isFromThisLoad(flash);
}
