import { useMemo } from 'react';
import { useAuditLink } from '../../../staff/useAuditLink';
import { ACCOUNT_COLUMNS, type AccountColumn } from './accountColumns';
import { HistoryButtons } from './HistoryButtons';

const HISTORY: AccountColumn = {
  label: 'auditTrail.history',
  cell: HistoryButtons,
  onCard: 'buttons',
};

/** The columns of the specification, and a way to the activity log where there is one. */
export function useAccountColumns(): readonly AccountColumn[] {
  const hasLog = useAuditLink() !== null;
  return useMemo(() => (hasLog ? [...ACCOUNT_COLUMNS, HISTORY] : ACCOUNT_COLUMNS), [hasLog]);
}
