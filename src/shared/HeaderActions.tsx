import type { ComponentProps, FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useT } from '../i18n/I18nProvider';
import { Button, PageButton } from './Button';
import { routes } from './routes';
import { useSession } from './services';
import { useLogOut } from './useLogOut';

/** What a visitor, or a signed-in person, can do from any page (spec section 2), but go where they are. */
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
          <VisitorButton look="quiet" to={routes.login.path}>
            {t('header.logIn')}
          </VisitorButton>
        )}
        {pathname !== routes.register.path && (
          <VisitorButton look="secondary" to={routes.register.path}>
            {t('header.register')}
          </VisitorButton>
        )}
      </>
    );
  }

  const isReferral = user.role === 'REFERRAL';

  return (
    <>
      <PageButton look="quiet" to={isReferral ? routes.profile.path : routes.referrals.path}>
        {t(isReferral ? 'header.profile' : 'header.admin')}
      </PageButton>
      <Button look="secondary" onClick={logOut}>
        {t('header.logout')}
      </Button>
    </>
  );
}

/** A form of one button, which the browser alone can send while no script has arrived. */
function VisitorButton({ to, look, children }: ComponentProps<typeof PageButton>) {
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(to);
  };
  return (
    <form action={to} onSubmit={onSubmit}>
      <Button type="submit" look={look}>
        {children}
      </Button>
    </form>
  );
}
