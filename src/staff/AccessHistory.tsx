import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../shared/Button';
import { useAuditLink } from './useAuditLink';

/** A button that opens the activity log of a referral's person, if the user may read it. */
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
