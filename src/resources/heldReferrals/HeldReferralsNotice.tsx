import { useStaffT } from '../../i18n/useStaffT';
import { ButtonLink } from '../../shared/Button';
import { StatusMessage } from '../../shared/Message';
import { routes } from '../../shared/routes';
import { RESOURCES } from '../../shared/routes';
import { useCount } from '../../admin/useCount';
import styles from './HeldReferralList.module.css';

/** Says on the main screen that something waits, so that nobody is lost; nothing while nothing does. */
export function HeldReferralsNotice() {
  const t = useStaffT();
  const count = useCount(RESOURCES.heldReferrals);
  return (
    <StatusMessage variant="note">
      {count !== null && count > 0 && (
        <div className={styles.notice}>
          <span>{t('suspected.waiting', { smart_count: count })}</span>
          <ButtonLink to={routes.suspected.path} variant="secondary">
            {t('suspected.look')}
          </ButtonLink>
        </div>
      )}
    </StatusMessage>
  );
}
