import { useLocation } from 'react-router';
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
          <PageButton look="quiet" to={routes.login.path}>
            {t('header.logIn')}
          </PageButton>
        )}
        {pathname !== routes.register.path && (
          <PageButton look="secondary" to={routes.register.path}>
            {t('header.register')}
          </PageButton>
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
