import { canAtStart } from '../../contract/startPermissions';
import { routes } from '../app/routes';
import { useSession } from '../app/services';
import { useAccountT } from '../i18n/useAccountT';
import { ButtonLink } from '../ui/Button';

/**
 * The signed-in index (spec section 2, "Route table"): for staff the way to their work, for a role without pages of its own what it
 * can do here.
 */
export function UserHome() {
  const t = useAccountT();
  const { user } = useSession();
  if (!user) return null;
  if (!canAtStart(user.role, 'screen.home')) return <p role="status">{t('userHome.noPages')}</p>;
  return (
    <>
      <p>
        <strong>{t('userHome.title')}</strong>
      </p>
      <ButtonLink to={routes.referrals.path}>{t('userHome.toWork')}</ButtonLink>
    </>
  );
}
