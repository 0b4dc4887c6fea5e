import { useLocation } from 'react-router';
import { useStaffT } from '../../i18n/useStaffT';
import { usePageTitle } from '../../shared/usePageTitle';
import { readAuditState } from '../../staff/auditState';
import { ListHead } from '../../staff/ListHead';
import { OfferedOnly } from '../../staff/OfferedOnly';
import { AuditTrail } from './AuditTrail';

/** Who did what and looked at whom, for super users; where the server tells. */
export function AuditList() {
  const t = useStaffT();
  usePageTitle(t('auditTrail.title'));
  const { key, state } = useLocation();
  return (
    <>
      <ListHead title={t('auditTrail.title')} />
      <OfferedOnly feature="audit" otherwise={t('auditTrail.notOffered')}>
        {/* Opened on somebody else, it begins anew. */}
        <AuditTrail key={key} given={readAuditState(state)} />
      </OfferedOnly>
    </>
  );
}
