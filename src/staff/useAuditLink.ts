import { useNavigate } from 'react-router';
import { routes } from '../shared/routes';
import { useCan } from '../shared/useCan';
import type { AuditState } from './auditState';
import { useFeature } from '../admin/useFeature';

/** How to open the activity log on somebody; null for who may not read it, and where the server keeps none to read. */
export function useAuditLink(): ((state: AuditState) => void) | null {
  const navigate = useNavigate();
  const isOffered = useFeature('audit');
  const mayRead = useCan('screen.audit');
  if (!isOffered || !mayRead) return null;
  return (state) => void navigate(routes.audit.path, { state });
}
