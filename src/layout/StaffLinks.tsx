import AccountCircleIcon from '@mui/icons-material/AccountCircle';
import HistoryIcon from '@mui/icons-material/History';
import ListAltIcon from '@mui/icons-material/ListAlt';
import LogoutIcon from '@mui/icons-material/Logout';
import PeopleIcon from '@mui/icons-material/People';
import PlaceIcon from '@mui/icons-material/Place';
import ReportIcon from '@mui/icons-material/Report';
import { can } from '../../contract/permissions';
import { useStaffT } from '../i18n/useStaffT';
import { routes } from '../shared/routes';
import { useSession } from '../shared/services';
import { useLogOut } from '../shared/useLogOut';
import { useFeature } from '../admin/useFeature';
import { useSuspectedCount } from '../staff/useSuspectedCount';
import { LinkContent } from './LinkContent';
import { StaffLink } from './StaffLink';
import styles from './StaffLinks.module.css';

const LINKS = [
  { route: routes.referrals, text: 'menu.referrals', Icon: ListAltIcon },
  { route: routes.suspected, text: 'menu.suspected', Icon: ReportIcon, feature: 'suspected' },
  { route: routes.accounts, text: 'menu.accounts', Icon: PeopleIcon },
  { route: routes.sites, text: 'menu.sites', Icon: PlaceIcon },
  { route: routes.audit, text: 'menu.audit', Icon: HistoryIcon, feature: 'audit' },
  { route: routes.profile, text: 'menu.profile', Icon: AccountCircleIcon },
] as const;

interface Props {
  /** How many referrals the person may see; null shows none. */
  count: number | null;
  /** Draws icons alone; what they are called stays for a screen reader. */
  isRail?: boolean;
  /** Called when a page was chosen. */
  onChoose?: () => void;
}

/** Who is signed in, the pages open to them, and the way out (spec section 2, "Sidebar"). */
export function StaffLinks({ count, isRail = false, onChoose }: Props) {
  const t = useStaffT();
  const { user } = useSession();
  const logOut = useLogOut(routes.login.path);
  const offered = { suspected: useFeature('suspected'), audit: useFeature('audit') };
  // Nothing waits most of the time: a nought would only draw the eye.
  const waiting = useSuspectedCount() || null;

  const counts = new Map<string, number | null>([
    [routes.referrals.path, count],
    [routes.suspected.path, waiting],
  ]);

  if (!user) return null;
  return (
    <div className={isRail ? styles.rail : styles.full}>
      <p className={styles.person} title={user.username}>
        <span className="visually-hidden">{t('menu.signedInAs')} </span>
        <span className={isRail ? 'visually-hidden' : styles.email}>{user.username}</span>
      </p>
      <ul className={styles.links}>
        {LINKS.filter(
          (link) =>
            can(user.role, link.route.needs) && (!('feature' in link) || offered[link.feature]),
        ).map(({ route, text, Icon }) => (
          <StaffLink
            key={route.path}
            to={route.path}
            Icon={Icon}
            label={t(text)}
            isRail={isRail}
            count={counts.get(route.path) ?? null}
            countText={route === routes.suspected ? 'menu.waiting' : 'menu.total'}
            onChoose={onChoose}
          />
        ))}
        <li>
          <button type="button" className={styles.item} onClick={logOut}>
            <LinkContent Icon={LogoutIcon} label={t('header.logout')} isRail={isRail} />
          </button>
        </li>
      </ul>
    </div>
  );
}
