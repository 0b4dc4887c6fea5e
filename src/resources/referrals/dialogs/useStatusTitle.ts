import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useT } from '../../../i18n/I18nProvider';

export interface StatusDialogProps {
  referral: ReferralRecord;
  onClose: () => void;
}

/** 'Referral Status for: {name}' (spec section 2, "Dialogs on referrals"). */
export function useStatusTitle({ first_name, last_name }: ReferralRecord): string {
  const t = useT();
  return t('statusDialog.title', { name: `${first_name} ${last_name}` });
}
