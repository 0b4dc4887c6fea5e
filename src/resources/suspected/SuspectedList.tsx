import { useStaffT } from '../../i18n/useStaffT';
import { usePageTitle } from '../../shared/usePageTitle';
import { ListHead } from '../../staff/ListHead';
import { OfferedOnly } from '../../staff/OfferedOnly';
import type { ReferralParts } from './suspectedDialogs';
import { SuspectedRows } from './SuspectedRows';

/**
 * What guests sent that may be spam, for super users to release or delete; where the server sets any apart.
 * @param parts what is the same for any referral
 */
export function SuspectedList({ parts }: { parts: ReferralParts }) {
  const t = useStaffT();
  usePageTitle(t('suspected.title'));
  return (
    <>
      <ListHead title={t('suspected.title')} />
      <OfferedOnly feature="suspected" otherwise={t('suspected.notOffered')}>
        <SuspectedRows parts={parts} />
      </OfferedOnly>
    </>
  );
}
