import { useCanAccess } from 'react-admin';
import { useCount } from '../../admin';
import { RESOURCES, routes } from '../../app/routes';
import { useFeature } from '../../app/useFeature';
import { useStaffT } from '../../i18n/useStaffT';
import { ButtonLink } from '../../ui/Button';
import { StatusMessage } from '../../ui/Message';
import { useIsEmptyDesk } from '../useIsEmptyDesk';
import styles from './HeldReferralList.module.css';

/** Shows on the main page how many referrals are held, if any, unless a tab of the worklist shows it; a desk without referrals has no tabs. */
export function HeldReferralsNotice() {
  const t = useStaffT();
  const isOffered = useFeature('held');
  const isWorklist = useFeature('worklist');
  const hasTab = !useIsEmptyDesk() && isWorklist;
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.heldReferrals, action: 'list' });
  const count = useCount(RESOURCES.heldReferrals, { enabled: canAccess && isOffered });
  return (
    <StatusMessage variant="note">
      {!hasTab && count !== null && count > 0 && (
        <div className={styles.notice}>
          <span>{t('held.waiting', { smart_count: count })}</span>
          <ButtonLink to={routes.heldReferrals.path} variant="secondary">
            {t('held.look')}
          </ButtonLink>
        </div>
      )}
    </StatusMessage>
  );
}
