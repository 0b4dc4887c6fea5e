import { CreateInDialogButton } from '../../admin';
import { lazyComponent } from '../../app/lazyComponent';
import { RESOURCES } from '../../app/routes';
import { useStaffT } from '../../i18n/useStaffT';

/** Lazy, as sites are added rarely. */
export const AddSiteDialog = lazyComponent(
  async () => (await import('./AddSiteDialog')).AddSiteDialog,
  null,
);

/** Opens the sites over the referral list (spec section 2, "Referral List page"). */
export function AddSiteButton() {
  const t = useStaffT();
  return (
    <CreateInDialogButton
      resource={RESOURCES.sites}
      label={t('sites.add')}
      variant="secondary"
      dialog={AddSiteDialog}
    />
  );
}
