import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useT } from '../i18n/I18nProvider';
import { HeaderActions } from './HeaderActions';
import styles from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch';
import { routes } from './routes';
import { useServices, useSession } from './services';

/**
 * The header of every page, public and staff (spec section 2, "Header and footer").
 * @param menu the signed-in app's menu, shown before the buttons
 */
export function Header({ menu }: { menu?: ReactNode }) {
  const t = useT();
  const { settings, features } = useServices();
  const { user } = useSession();

  // Loaded in advance, so that 'Logout' need not wait for it.
  useEffect(() => {
    if (user) void features.load();
  }, [user, features]);

  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={routes.home.path} className={styles.logo}>
          <img src={settings.logoUrl} alt="" height="36" />
          <span>{settings.brandName}</span>
        </Link>
        <LanguageSwitch />
        <nav aria-label={t('header.navigation')} className={styles.actions}>
          {menu}
          <HeaderActions />
        </nav>
      </div>
    </header>
  );
}
