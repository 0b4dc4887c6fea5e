import { useNavigate } from 'react-router';
import { useT } from '../i18n/I18nProvider';
import { Button, ButtonLink } from './Button';
import { endSession } from './endSession';
import { routes } from './routes';
import { useServices, useSession } from './services';

/** What a visitor, or a signed-in person, can do from any page (spec section 2). */
export function HeaderActions() {
  const t = useT();
  const services = useServices();
  const { status, user } = useSession();
  const navigate = useNavigate();

  if (status === 'checking') return null;
  if (!user) {
    return (
      <>
        <ButtonLink look="quiet" to={routes.login.path}>
          {t('header.logIn')}
        </ButtonLink>
        <ButtonLink look="secondary" to={routes.register.path}>
          {t('header.register')}
        </ButtonLink>
      </>
    );
  }

  // Both in one event, so that the guard of the page being left never sees a visitor on it.
  const logOut = () => {
    void navigate(routes.home.path);
    endSession(services);
  };
  const isReferral = user.role === 'REFERRAL';

  return (
    <>
      <ButtonLink look="quiet" to={isReferral ? routes.profile.path : routes.referrals.path}>
        {t(isReferral ? 'header.profile' : 'header.admin')}
      </ButtonLink>
      <Button look="secondary" onClick={logOut}>
        {t('header.logout')}
      </Button>
    </>
  );
}
