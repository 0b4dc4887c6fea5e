import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { SessionSubject } from '../../contract/entities/session';
import { useAccountT } from '../i18n/useAccountT';
import { Button } from '../ui/Button';
import { LoginForm } from '../session/LoginForm';
import { StatusMessage } from '../ui/Message';
import { GuardNotice, type GuardState, isFromThisLoad } from '../session/RequireAccess';
import { guardTarget, findSignedInRoute, routes, startAfterLogin } from '../app/routes';
import { useServices, useSession } from '../app/services';
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

  const start = useStart(status === 'signed-in' && wasVisitor ? user : null, state);
  if (user && status === 'signed-in') {
    // A person who was already signed in goes to /admin, or at once to where its guard redirects: they asked for no page that could
    // be refused.
    const { needs, path } = routes.referrals;
    const target = wasVisitor ? start : (guardTarget(user, needs) ?? path);
    // Until the first screen is known, this page stays, so that no other one flashes.
    if (target !== undefined) return <Navigate to={target} replace />;
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
 * Where a person goes who has just signed in: to the page the guard redirected from, if they may open it; else to their first
 * screen, or at once to where its guard redirects an approved person.
 * @returns undefined until it is known
 */
function useStart(user: SessionSubject | null, state: unknown): string | undefined {
  const { api, features } = useServices();
  const [start, setStart] = useState<string>();
  const from = (state as GuardState | null)?.from ?? '';
  const route = findSignedInRoute(from);
  const isBack = user !== null && route !== undefined && guardTarget(user, route.needs) === null;
  const isOpen = user !== null && !isBack;
  useEffect(() => {
    if (!isOpen) return undefined;
    let isMounted = true;
    const mayAct = async () => (await api.call('getFollowUpRules')).may_act;
    const find = async () => {
      const path = await startAfterLogin(user, features, mayAct);
      if (isMounted) setStart(path);
    };
    void find();
    return () => {
      isMounted = false;
    };
  }, [isOpen, user, api, features]);
  if (user === null) return undefined;
  if (isBack) return from;
  if (start === undefined) return undefined;
  const needs = findSignedInRoute(start)?.needs;
  return (user.approved && needs ? guardTarget(user, needs) : null) ?? start;
}

function isPasswordReset(state: unknown): boolean {
  const flash = state as PasswordResetState | null;
  return flash?.news === 'passwordReset' && isFromThisLoad(flash);
}
