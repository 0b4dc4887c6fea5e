import { ResourceContextProvider } from 'react-admin';
import { CloseButton, Dialog } from '../../admin';
import { RESOURCES } from '../../app/routes';
import { useStaffT } from '../../i18n/useStaffT';
import { SiteManager } from './SiteManager';
import { useSiteManager } from './useSiteManager';

/** The sites as a dialog (spec section 2, "Add Site modal"). It stays open after each addition, as people add several. */
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
      <ResourceContextProvider value={RESOURCES.sites}>
        <SiteManager management={management} />
      </ResourceContextProvider>
    </Dialog>
  );
}
