import { useStaffT } from '../i18n/useStaffT';
import { PageHeading } from '../shared/PageHeading';
import { useSession } from '../shared/services';
import { TextField } from '../shared/TextFields';
import { useCan } from '../shared/useCan';
import { usePageTitle } from '../shared/usePageTitle';
import { useFeature } from '../admin/useFeature';
import { PendingUsers } from '../resources/pendingUsers/PendingUsers';
import { AddSuperuser } from './AddSuperuser';
import { ChangePassword } from './ChangePassword';
import styles from './ProfilePage.module.css';
import { RoleBadge } from './RoleBadge';

/** One's own account, and for a super user the pending users and new super users (spec section 2, "Profile page"). */
export function ProfilePage() {
  const t = useStaffT();
  const { user } = useSession();
  const canApprove = useCan('account.approve');
  const canAddSuperuser = useCan('account.addSuperuser');
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
      {canApprove && <PendingUsers />}
      {canAddSuperuser && <AddSuperuser />}
      {canChangePassword && <ChangePassword />}
    </>
  );
}
