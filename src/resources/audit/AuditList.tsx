import { useLocation } from 'react-router';
import { useStaffT } from '../../i18n/useStaffT';
import { usePageTitle } from '../../shared/usePageTitle';
import { readAuditState } from '../../staff/auditState';
import { ListHeader } from '../../admin/list/ListHeader';
import { FeatureGate } from '../../admin/FeatureGate';
import { AuditTrail } from './AuditTrail';

/** Who did what and looked at whom, for super users; where the server tells. */
export function AuditList() {
  const t = useStaffT();
  usePageTitle(t('auditTrail.title'));
  const { key, state } = useLocation();
  return (
    <>
      <ListHeader title={t('auditTrail.title')} />
      <FeatureGate feature="audit" otherwise={t('auditTrail.notOffered')}>
        {/* Opened on somebody else, it begins anew. */}
        <AuditTrail key={key} given={readAuditState(state)} />
      </FeatureGate>
    </>
  );
}
