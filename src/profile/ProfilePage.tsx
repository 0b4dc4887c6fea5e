import { CanAccess, useCanAccess } from 'react-admin';
import type { Role } from '../../contract/constants';
import { lazyComponent } from '../app/lazyComponent';
import { RESOURCES } from '../app/routes';
import { useSession } from '../app/services';
import { useFeature } from '../app/useFeature';
import { PageHeading, usePageTitle } from '../frame/PageHeading';
import { useStaffT } from '../i18n/useStaffT';
import { PendingUsers } from '../resources/pendingUsers/PendingUsers';
import { TextField } from '../ui/Field';
import { AddSuperuser } from './AddSuperuser';
import { ChangePassword } from './ChangePassword';
import { Preferences } from './Preferences';
import styles from './ProfilePage.module.css';

/** Lazy, as staff have none. */
const OwnReferral = lazyComponent(
  async () => (await import('../resources/ownReferral/OwnReferral')).OwnReferral,
  null,
);
const FiledForOthers = lazyComponent(
  async () => (await import('../resources/filed/FiledForOthers')).FiledForOthers,
  null,
);

/** The signed-in person's own account, and for super users panels on other accounts (spec section 2, "Profile page"). */
export function ProfilePage() {
  const t = useStaffT();
  const { user } = useSession();
  const canChangePassword = useFeature('changePassword');
  const { canAccess: isReferred = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'readOwn',
  });
  const hasOwn = useFeature('ownReferral') && isReferred;
  const hasFiled = useFeature('filed');
  usePageTitle(t('profile.page'));

  if (!user) return null;
  return (
    <div className={styles.page}>
      {hasOwn && <OwnReferral className={styles.own} />}
      <section className={styles.card}>
        <div className={styles.head}>
          <PageHeading>{t('profile.title')}</PageHeading>
          <RoleBadge role={user.role} />
        </div>
        <TextField label={t('profile.name')} value={user.fullname} readOnly />
        <TextField label={t('profile.email')} value={user.username} readOnly />
      </section>
      <Preferences />
      <CanAccess resource={RESOURCES.pendingUsers} action="list">
        <PendingUsers />
      </CanAccess>
      <CanAccess resource={RESOURCES.superusers} action="create">
        <AddSuperuser />
      </CanAccess>
      {canChangePassword && <ChangePassword />}
      {hasOwn && hasFiled && <FiledForOthers className={styles.wide} />}
    </div>
  );
}

/** Indigo for a manager, the warning colour for a referral, pink otherwise (spec section 2, "Profile page"). */
const BADGE_CLASSES = new Map<Role, string | undefined>([
  ['MANAGER', styles.indigo],
  ['REFERRAL', styles.warning],
]);

/** The role's name, in lower case and not translated, as specified. */
export function RoleBadge({ role }: { role: Role }) {
  const t = useStaffT();
  return (
    <span className={BADGE_CLASSES.get(role) ?? styles.pink}>
      <span className="visually-hidden">{`${t('profile.role')}: `}</span>
      <span>{role.toLowerCase()}</span>
    </span>
  );
}
