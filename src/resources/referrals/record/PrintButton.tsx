import { useState } from 'react';
import { usePrinting, usePrintNow } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { ReferralSheet } from './ReferralSheet';

/** Prints the referral of its dialog. The browser's own print command does the same while the button is mounted. */
export function PrintButton({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const isPrinting = usePrinting();
  return (
    <>
      <Button variant="quiet" onClick={() => window.print()}>
        {t('sheet.print')}
      </Button>
      {isPrinting && <ReferralSheet referral={referral} />}
    </>
  );
}

/** Prints the copy that the person of a referral gets (42 CFR § 2.23), without the names of other people. */
export function PrintCopyButton({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setPrinting(true)}>
        {t('personLogin.copyPrint')}
      </Button>
      {isPrinting && <Copy referral={referral} onPrinted={() => setPrinting(false)} />}
    </>
  );
}

/** The copy, which is printed as soon as it is there. */
function Copy({ referral, onPrinted }: { referral: ReferralRecord; onPrinted: () => void }) {
  usePrintNow(onPrinted);
  return <ReferralSheet referral={referral} isCopy />;
}
