import { CanAccess } from 'react-admin';
import { useFeature } from '../admin';
import { useStaffT } from '../i18n/useStaffT';
import { PendingUsers } from '../resources/pendingUsers/PendingUsers';
import { PageHeading } from '../shared/PageHeading';
import { RESOURCES } from '../shared/routes';
import { useSession } from '../shared/services';
import { TextField } from '../shared/TextFields';
import { usePageTitle } from '../shared/usePageTitle';
import { AddSuperuser } from './AddSuperuser';
import { ChangePassword } from './ChangePassword';
import styles from './ProfilePage.module.css';
import { RoleBadge } from './RoleBadge';

/** The signed-in person's own account, and for super users panels on other accounts (spec section 2, "Profile page"). */
export function ProfilePage() {
  const t = useStaffT();
  const { user } = useSession();
  const canChangePassword = useFeature('changePassword');
  usePageTitle(t('profile.page'));

  if (!user) return null;
  return (
    <>
      <section className={styles.card}>
        <div className={styles.head}>
          <PageHeading>{t('profile.title')}</PageHeading>
          <RoleBadge role={user.role} />
        </div>
        <TextField label={t('profile.name')} value={user.fullname} readOnly />
        <TextField label={t('profile.email')} value={user.username} readOnly />
      </section>
      <CanAccess resource={RESOURCES.pendingUsers} action="list">
        <PendingUsers />
      </CanAccess>
      <CanAccess resource={RESOURCES.superusers} action="create">
        <AddSuperuser />
      </CanAccess>
      {canChangePassword && <ChangePassword />}
    </>
  );
}
