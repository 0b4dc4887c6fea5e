import { can } from '../../contract/permissions';
import { useT } from '../i18n/I18nProvider';
import { ButtonLink } from '../shared/Button';
import { routes } from '../shared/routes';
import { useSession } from '../shared/services';
import styles from './UserHome.module.css';

/** The signed-in index above the landing page, for approved staff (spec section 2, "Route table"). */
export function UserHome() {
  const t = useT();
  const { user } = useSession();
  if (!user?.approved || !can(user.role, 'screen.home')) return null;
  return (
    <section className={styles.home}>
      <p>{t('landing.userHome')}</p>
      <ButtonLink to={routes.referrals.path}>{t('landing.toWork')}</ButtonLink>
    </section>
  );
}
