import type { ComponentProps, FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getRoleTraits } from '../../contract/roles';
import { useT } from '../i18n/I18nProvider';
import { Button, PageButton } from './Button';
import { landingAfterLogin, routes } from './routes';
import { useSession } from './services';
import { useLogOut } from './useLogOut';

const HOME_TEXTS = { referrals: 'header.admin', profile: 'header.profile' } as const;

/** The actions of a visitor or a signed-in person on every page (spec section 2), without a link to the current one. */
export function HeaderActions() {
  const t = useT();
  const { status, user } = useSession();
  const logOut = useLogOut(routes.home.path);
  const { pathname } = useLocation();

  if (status === 'checking') return null;
  if (!user) {
    return (
      <>
        {pathname !== routes.login.path && (
          <VisitorButton variant="quiet" to={routes.login.path}>
            {t('header.logIn')}
          </VisitorButton>
        )}
        {pathname !== routes.register.path && (
          <VisitorButton variant="secondary" to={routes.register.path}>
            {t('header.register')}
          </VisitorButton>
        )}
      </>
    );
  }

  return (
    <>
      <PageButton variant="quiet" to={landingAfterLogin(user)}>
        {t(HOME_TEXTS[getRoleTraits(user.role).home])}
      </PageButton>
      <Button variant="secondary" onClick={logOut}>
        {t('header.logout')}
      </Button>
    </>
  );
}

/** A form with one button, so that it works before hydration. */
function VisitorButton({ to, variant, children }: ComponentProps<typeof PageButton>) {
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(to);
  };
  return (
    <form action={to} onSubmit={onSubmit}>
      <Button type="submit" variant={variant}>
        {children}
      </Button>
    </form>
  );
}
