import { useState } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { useCan } from '../../shared/useCan';
import { AddReferralDialog } from './dialogs/AddReferralDialog';

/** Opens the referral form over the list (spec section 2, "Referral List page"). */
export function AddReferralButton() {
  const t = useStaffT();
  const canAdd = useCan('referral.add');
  const [isOpen, setOpen] = useState(false);
  if (!canAdd) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('referrals.add')}
      </Button>
      {isOpen && <AddReferralDialog onClose={() => setOpen(false)} />}
    </>
  );
}
