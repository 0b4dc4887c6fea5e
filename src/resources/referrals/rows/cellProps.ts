import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { OpenDialog } from '../dialogs/dialogNames';

/** What a cell draws: the referral and, for its buttons, how to open a dialog on it. */
export interface CellProps {
  readonly referral: ReferralRecord;
  readonly onOpen: OpenDialog;
}

/** The id of the element that names the row's person: it tells whose a row's buttons are. */
export function nameId(referral: ReferralRecord): string {
  return `referral-${referral.id}`;
}
