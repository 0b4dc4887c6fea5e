import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { usePrinting } from '../../../admin';
import { ReferralSheet } from './ReferralSheet';

/** Prints the referral of the dialog it stands in; the browser's own command does the same there. */
export function PrintButton({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const isPrinting = usePrinting();
  return (
    <>
      <Button variant="secondary" onClick={() => window.print()}>
        {t('sheet.print')}
      </Button>
      {isPrinting && <ReferralSheet referral={referral} />}
    </>
  );
}
