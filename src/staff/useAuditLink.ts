import { useCanAccess } from 'react-admin';
import { useNavigate } from 'react-router';
import { useFeature } from '../admin';
import { RESOURCES, routes } from '../shared/routes';
import type { AuditState } from './auditState';

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
