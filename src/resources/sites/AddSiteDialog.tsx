import { useStaffT } from '../../i18n/useStaffT';
import { CloseButton, Dialog } from '../../admin/dialog/Dialog';
import { SiteManager } from './SiteManager';
import { useSiteManager } from './useSiteManager';

/** The sites as a dialog (spec section 2, "Add Site modal"). It stays open after each: one adds several. */
export function AddSiteDialog({ onClose }: { onClose: () => void }) {
  const t = useStaffT();
  const management = useSiteManager();
  return (
    <Dialog
      title={t('sites.addTitle')}
      onClose={onClose}
      hasInput={management.hasInput}
      actions={<CloseButton />}
    >
      <SiteManager management={management} />
    </Dialog>
  );
}
