import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../shared/Button';
import { useAuditLink } from './useAuditLink';

/** Opens the activity log on the person of a referral, for who may read it. */
export function AccessHistory({ trackingId }: { trackingId: string }) {
  const t = useStaffT();
  const open = useAuditLink();
  if (!open) return null;
  return (
    <div>
      <Button variant="secondary" onClick={() => open({ trackingId })}>
        {t('auditTrail.accessHistory')}
      </Button>
    </div>
  );
}
