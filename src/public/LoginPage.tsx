import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { SessionSubject } from '../../contract/entities/session';
import { useT } from '../i18n/I18nProvider';
import { PageButton } from '../shared/Button';
import { readGuardState } from '../shared/guardReason';
import { LoginForm } from '../shared/LoginForm';
import { StatusMessage } from '../shared/Message';
import { PageHeading } from '../shared/PageHeading';
import { guardTarget, findSignedInRoute, landingAfterLogin, routes } from '../shared/routes';
import { useSession } from '../shared/services';
import { usePageTitle } from '../shared/usePageTitle';
import { GuardNotice } from './GuardNotice';
import { comesFromPasswordReset } from './loginFlash';
import { Panel } from './Panel';

/** /login (spec section 2, "Login page"). */
export function LoginPage() {
  const t = useT();
  const { status, user } = useSession();
  const { state } = useLocation();
  const [wasVisitor, setWasVisitor] = useState(false);
  if (status === 'signed-out' && !wasVisitor) setWasVisitor(true);
  usePageTitle(t('login.title'));

  if (user && status === 'signed-in') {
    // A person who was already signed in goes to /admin, whose guard may redirect again.
    const target = wasVisitor ? findTarget(user, state) : routes.referrals.path;
    return <Navigate to={target} replace />;
  }
  return (
    <Panel>
      <PageHeading>{t('login.title')}</PageHeading>
      <StatusMessage>{comesFromPasswordReset(state) && t('reset.done')}</StatusMessage>
      <GuardNotice />
      <LoginForm
        more={
          <PageButton variant="secondary" to={routes.forgotPassword.path}>
            {t('login.forgot')}
          </PageButton>
        }
      />
    </Panel>
  );
}

/** The page the guard redirected from, if the person may open it, else the role's start page. */
function findTarget(user: SessionSubject, state: unknown): string {
  const from = readGuardState(state)?.from ?? '';
  const route = findSignedInRoute(from);
  return route && guardTarget(user, route.needs) === null ? from : landingAfterLogin(user);
}
