import { useCan } from '../../../shared/useCan';
import { EditStatusDialog } from './EditStatusDialog';
import { ReadStatusDialog } from './ReadStatusDialog';
import type { StatusDialogProps } from './useStatusTitle';

/** The status dialog: a super user edits, others read (spec section 6). */
export function StatusDialog(props: StatusDialogProps) {
  const canUpdate = useCan('referral.update');
  return canUpdate ? <EditStatusDialog {...props} /> : <ReadStatusDialog {...props} />;
}
