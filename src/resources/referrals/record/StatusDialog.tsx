import type { RowDialogProps } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { EditStatusDialog } from './EditStatusDialog';
import { ReadOnlyStatusDialog } from './ReadOnlyStatusDialog';

interface Props extends RowDialogProps<ReferralRecord> {
  readonly canEdit: boolean;
}

/** The record of a referral (spec section 2, "Status dialog"), for those who may change it and for those who may not. */
export function StatusDialog({ canEdit, ...props }: Props) {
  return canEdit ? <EditStatusDialog {...props} /> : <ReadOnlyStatusDialog {...props} />;
}
