import AccountCircleIcon from '@mui/icons-material/AccountCircle';
import LogoutIcon from '@mui/icons-material/Logout';
import { CanAccess, useResourceDefinitions } from 'react-admin';
import type { ResourceOptions } from '../admin';
import { useStaffT } from '../i18n/useStaffT';
import { RESOURCES, routes } from '../shared/routes';
import { useSession } from '../shared/services';
import { useLogOut } from '../shared/useLogOut';
import styles from './Menu.module.css';
import { MenuItemContent, MenuItemLink, MenuResourceItem } from './MenuItemLink';

interface Props {
  /** Shows icons only; screen readers still get the labels. */
  isRail?: boolean;
  /** Called when a page was chosen. */
  onChoose?: () => void;
}

/** Who is signed in, the pages open to them, and 'Logout' (spec section 2, "Sidebar"). */
export function Menu({ isRail = false, onChoose }: Props) {
  const t = useStaffT();
  const { user } = useSession();
  const logOut = useLogOut(routes.login.path);
  const resources = Object.values(useResourceDefinitions<ResourceOptions>());
  if (!user) return null;
  return (
    <div className={isRail ? styles.rail : styles.full}>
      <p className={styles.person} title={user.username}>
        <span className="visually-hidden">{t('menu.signedInAs')} </span>
        <span className={isRail ? 'visually-hidden' : styles.email}>{user.username}</span>
      </p>
      <ul className={styles.links}>
        {resources
          .filter(({ hasList }) => hasList)
          .map((resource) => (
            <MenuResourceItem
              key={resource.name}
              resource={resource}
              isRail={isRail}
              onChoose={onChoose}
            />
          ))}
        <CanAccess resource={RESOURCES.profile} action="show">
          <MenuItemLink
            to={routes.profile.path}
            Icon={AccountCircleIcon}
            label={t('menu.profile')}
            isRail={isRail}
            onChoose={onChoose}
          />
        </CanAccess>
        <li>
          <button type="button" className={styles.item} onClick={logOut}>
            <MenuItemContent Icon={LogoutIcon} label={t('header.logout')} isRail={isRail} />
          </button>
        </li>
      </ul>
    </div>
  );
}
