import { useState } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { useCan } from '../../shared/useCan';
import { AddSiteDialog } from './AddSiteDialog';

/** Opens the sites over the referral list (spec section 2, "Referral List page"). */
export function AddSiteButton() {
  const t = useStaffT();
  const canAdd = useCan('site.add');
  const [isOpen, setOpen] = useState(false);
  if (!canAdd) return null;
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('sites.add')}
      </Button>
      {isOpen && <AddSiteDialog onClose={() => setOpen(false)} />}
    </>
  );
}
