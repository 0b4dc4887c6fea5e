import type { FollowUp } from '../../../../contract/entities/contact';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { StatusMessage } from '../../../ui/Message';
import { useDayText } from './contactTexts';
import { isOpen } from './days';

interface Props {
  readonly referral: Pick<ReferralRecord, 'status' | 'contact'>;
  /** The status that is to be saved. */
  readonly status: string;
  /** The day that was chosen while the referral is open: it is saved with the status. */
  readonly chosen: FollowUp | null;
}

/** Says that a closing status removes the day to call back. */
export function DayGoes({ referral, status, chosen }: Props) {
  const t = useStaffT();
  const dayText = useDayText();
  const day = referral.contact?.follow_up;
  const goes = day && !chosen && status !== referral.status && !isOpen({ status });
  return (
    <StatusMessage variant="note">
      {goes && t('contact.dayGoes', { day: dayText(day.on, day.at) })}
    </StatusMessage>
  );
}
