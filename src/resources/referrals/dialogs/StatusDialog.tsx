import { useCan } from '../../../shared/useCan';
import { EditStatusDialog } from './EditStatusDialog';
import { ReadStatusDialog } from './ReadStatusDialog';
import type { ReferralDialogProps } from './ReferralDialog';

/** The status dialog: a super user edits, others read (spec section 6). */
export function StatusDialog(props: ReferralDialogProps) {
  const canUpdate = useCan('referral.update');
  return canUpdate ? <EditStatusDialog {...props} /> : <ReadStatusDialog {...props} />;
}
