import { useStaffT } from '../../i18n/useStaffT';
import { usePageTitle } from '../../shared/usePageTitle';
import { ListHeader } from '../../admin/list/ListHeader';
import { FeatureGate } from '../../admin/FeatureGate';
import type { ReferralParts } from './suspectedDialogs';
import { SuspectedRows } from './SuspectedRows';

/**
 * What guests sent that may be spam, for super users to release or delete; where the server sets any apart.
 * @param parts what is the same for any referral
 */
export function HeldReferralList({ parts }: { parts: ReferralParts }) {
  const t = useStaffT();
  usePageTitle(t('suspected.title'));
  return (
    <>
      <ListHeader title={t('suspected.title')} />
      <FeatureGate feature="suspected" otherwise={t('suspected.notOffered')}>
        <SuspectedRows parts={parts} />
      </FeatureGate>
    </>
  );
}
