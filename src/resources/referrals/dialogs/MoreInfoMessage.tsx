import type { ReferralStatus } from '../../../../contract/constants';
import { useStaffT } from '../../../i18n/useStaffT';
import { StatusMessage } from '../../../shared/Message';
import { useServices } from '../../../shared/services';

/** 'More Info Needed' asks to contact the provider's support line (spec section 4). */
export function MoreInfoMessage({ status }: { status: ReferralStatus }) {
  const t = useStaffT();
  const { supportPhone: phone } = useServices().settings;
  if (status !== 'More Info Needed') return null;
  return (
    <StatusMessage variant="note">
      {phone ? t('statusDialog.moreInfoPhone', { phone }) : t('statusDialog.moreInfo')}
    </StatusMessage>
  );
}
