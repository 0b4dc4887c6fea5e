import HistoryIcon from '@mui/icons-material/History';
import type { AuditEntry } from '../../../contract/entities/audit';
import type { ResourceDefinition } from '../../admin';
import { lazyComponent } from '../../app/lazyComponent';
import { RESOURCES } from '../../app/routes';

/** Lazy, as only super users open it. */
const AuditList = lazyComponent(async () => (await import('./AuditList')).AuditList);

export const audit: ResourceDefinition<AuditEntry> = {
  name: RESOURCES.audit,
  list: AuditList,
  icon: HistoryIcon,
  recordRepresentation: ({ action }) => action,
  options: { label: 'menu.audit', feature: 'audit' },
};
