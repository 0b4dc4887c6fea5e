import AccountCircleIcon from '@mui/icons-material/AccountCircle';
import LogoutIcon from '@mui/icons-material/Logout';
import type SvgIcon from '@mui/material/SvgIcon';
import { type ComponentProps, Fragment, useId } from 'react';
import {
  CanAccess,
  type ResourceDefinition,
  useCanAccess,
  useResourceDefinitions,
} from 'react-admin';
import { NavLink, useLocation } from 'react-router';
import { type ResourceOptions, useCount } from '../admin';
import { RESOURCES, routes } from '../app/routes';
import { useSession } from '../app/services';
import { useFeature } from '../app/useFeature';
import { formatNumber } from '../i18n/format';
import { useLanguage } from '../i18n/I18nProvider';
import { useStaffT } from '../i18n/useStaffT';
import { useLogOut } from '../session/useLogOut';
import styles from './Menu.module.css';

interface Props {
  /** Called when a page was chosen. */
  onChoose?: () => void;
}

/** The signed-in person, the pages they may open, and 'Logout' (spec section 2, "Sidebar"). */
export function Menu({ onChoose }: Props) {
  const t = useStaffT();
  const { user } = useSession();
  const logOut = useLogOut(routes.login.path);
  const resources = Object.values(useResourceDefinitions<ResourceOptions>());
  if (!user) return null;
  return (
    <div className={styles.menu}>
      <p className={styles.person} title={user.username}>
        <span className="visually-hidden">{`${t('menu.signedInAs')} `}</span>
        <bdi className={styles.email}>{user.username}</bdi>
      </p>
      <ul className={styles.links}>
        {resources
          .filter(({ hasList }) => hasList)
          .map((resource) => {
            const Gate = resource.options?.Gate ?? Fragment;
            return (
              <Gate key={resource.name}>
                <MenuResourceItem resource={resource} onChoose={onChoose} />
              </Gate>
            );
          })}
        <CanAccess resource={RESOURCES.profile} action="show">
          <MenuItemLink
            to={routes.profile.path}
            Icon={AccountCircleIcon}
            label={t('menu.profile')}
            onChoose={onChoose}
          />
        </CanAccess>
        <li>
          <button type="button" className={styles.item} onClick={logOut}>
            <MenuItemContent Icon={LogoutIcon} label={t('header.logout')} />
          </button>
        </li>
      </ul>
    </div>
  );
}

interface MenuResourceItemProps {
  readonly resource: ResourceDefinition<ResourceOptions>;
  readonly onChoose?: () => void;
}

/** The menu item of a resource's page, if the person may open it, with the number of its records or of those that wait there. */
function MenuResourceItem({ resource, ...item }: MenuResourceItemProps) {
  const t = useStaffT();
  const { name, icon, options } = resource;
  const { label, feature, count: counted } = options as ResourceOptions;
  const { canAccess = false } = useCanAccess({ resource: name, action: 'list' });
  const isOffered = useFeature(feature);
  const isShown = canAccess && isOffered;
  const ofResource = counted?.resource ?? name;
  const { canAccess: canCount = false } = useCanAccess({ resource: ofResource, action: 'list' });
  const isCountOffered = useFeature(counted?.feature);
  const isCounted = isShown && canCount && counted !== undefined && isCountOffered;
  const count = useCount(ofResource, { enabled: isCounted });
  if (!isShown) return null;
  // Usually nothing waits: a zero would only draw attention.
  const isHidden = count === null || (count === 0 && counted?.show === 'whenAny');
  return (
    <MenuItemLink
      {...item}
      to={`/${name}`}
      Icon={icon as ComponentProps<typeof MenuItemContent>['Icon']}
      label={t(label)}
      startsAtTop={counted?.show === 'whenAny' && !isHidden}
      badge={counted && !isHidden ? { count, text: counted.text } : undefined}
    />
  );
}

interface MenuItemLinkProps extends ComponentProps<typeof MenuItemContent> {
  readonly to: string;
  /** A number, with the text that says what it means. */
  readonly badge?: {
    readonly count: number;
    readonly text: NonNullable<ResourceOptions['count']>['text'];
  };
  readonly startsAtTop?: boolean;
  readonly onChoose?: () => void;
}

/** A page in the menu; the open one is marked. */
function MenuItemLink({ to, badge, startsAtTop = false, onChoose, ...content }: MenuItemLinkProps) {
  const t = useStaffT();
  const id = useId();
  const { language } = useLanguage();
  const total = badge && formatNumber(badge.count, language);
  const { pathname } = useLocation();
  return (
    <li>
      <NavLink
        to={to}
        // As in react-admin's menu, choosing the open page scrolls to its top; another page keeps its scroll position, unless it is
        // chosen for what waits at its top.
        state={pathname === to || startsAtTop ? { _scrollToTop: true } : undefined}
        className={styles.item}
        aria-describedby={badge && id}
        onClick={onChoose}
      >
        <MenuItemContent {...content} />
        {badge && (
          <span className={styles.badge} aria-hidden="true">
            {total}
          </span>
        )}
      </NavLink>
      {badge && (
        <span id={id} className="visually-hidden">
          {t(badge.text, { smart_count: badge.count, total: total ?? '' })}
        </span>
      )}
    </li>
  );
}

interface MenuItemContentProps {
  readonly Icon: typeof SvgIcon;
  readonly label: string;
}

function MenuItemContent({ Icon, label }: MenuItemContentProps) {
  return (
    <>
      <span className={styles.icon}>
        <Icon fontSize="small" />
      </span>
      <span className={styles.label}>{label}</span>
    </>
  );
}
