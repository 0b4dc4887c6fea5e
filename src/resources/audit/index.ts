import HistoryIcon from '@mui/icons-material/History';
import type { AuditEntry } from '../../../contract/entities/audit';
import type { ResourceDefinition } from '../../admin';
import { RESOURCES } from '../../app/routes';
import { AuditList } from './AuditList';

export const audit: ResourceDefinition<AuditEntry> = {
  name: RESOURCES.audit,
  list: AuditList,
  icon: HistoryIcon,
  recordRepresentation: ({ action }) => action,
  options: { label: 'menu.audit', feature: 'audit' },
};
