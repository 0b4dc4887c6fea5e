/** Links from records to the activity log. */
import { useCanAccess } from 'react-admin';
import { useNavigate } from 'react-router';
import { RESOURCES, routes } from '../app/routes';
import { useFeature } from '../app/useFeature';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../ui/Button';

/** The initial filter of the activity log, passed in the router's state, so that no URL names a person. */
export interface AuditState {
  /** The id of the account that acted. */
  readonly actor?: string;
  /** The tracking id of a referral. */
  readonly trackingId?: string;
  /** The id of an account that was acted on or seen. */
  readonly account?: string;
}

/**
 * Returns a function that opens the activity log; null for a person who may not read it, and on a server without one. For a list or
 * dialog, not a row: react-admin runs a query for each record whose access is checked.
 */
export function useAuditLink(): ((state: AuditState) => void) | null {
  const navigate = useNavigate();
  const isOffered = useFeature('audit');
  const { canAccess } = useCanAccess({ resource: RESOURCES.audit, action: 'list' });
  if (!isOffered || !canAccess) return null;
  return (state) => void navigate(routes.audit.path, { state });
}

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
