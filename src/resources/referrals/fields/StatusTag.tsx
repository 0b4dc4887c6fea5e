import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import InfoIcon from '@mui/icons-material/Info';
import RemoveCircleIcon from '@mui/icons-material/RemoveCircle';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { DEFAULT_REFERRAL_STATUS, type ReferralStatus } from '../../../../contract/constants';
import { useStaffT } from '../../../i18n/useStaffT';
import { STATUS_TEXTS } from '../referralTexts';
import tag from '../../../admin/field/tag.module.css';

const ICONS: Readonly<Record<ReferralStatus, typeof InfoIcon>> = {
  Pending: ScheduleIcon,
  Processed: CheckCircleIcon,
  'Declined Services': RemoveCircleIcon,
  'More Info Needed': InfoIcon,
};

/** 'Pending' in a warning colour, any other status in a success colour (spec section 2); the icon tells them apart too. */
export function StatusTag({ status }: { status: ReferralStatus }) {
  const t = useStaffT();
  const Icon = ICONS[status];
  return (
    <span className={status === DEFAULT_REFERRAL_STATUS ? tag.warning : tag.success}>
      <Icon fontSize="inherit" />
      {t(STATUS_TEXTS[status])}
    </span>
  );
}
