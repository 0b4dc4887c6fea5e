/** The fields of a referral, from RecordContext. A value that this build does not know is shown as it is. */
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import InfoIcon from '@mui/icons-material/Info';
import RemoveCircleIcon from '@mui/icons-material/RemoveCircle';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { useRecordContext } from 'react-admin';
import {
  DEFAULT_REFERRAL_STATUS,
  type ReferralStatus,
  SEXES,
  SUBSTANCES,
} from '../../../contract/constants';
import tag from '../../admin/field/tag.module.css';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { useStaffT } from '../../i18n/useStaffT';
import { CreateLoginButton } from './referralButtons';
import { useStatusText } from './referralTexts';

const STATUS_ICONS: Readonly<Partial<Record<string, typeof InfoIcon>>> = {
  Pending: ScheduleIcon,
  Processed: CheckCircleIcon,
  'Declined Services': RemoveCircleIcon,
  'More Info Needed': InfoIcon,
} satisfies Record<ReferralStatus, typeof InfoIcon>;

/** 'Pending' in a warning colour, others in a success colour (spec section 2), and each with an icon of its own. */
export function StatusField() {
  const statusText = useStatusText();
  const status: string = useRecordContext<ReferralRecord>()?.status ?? '';
  const Icon = STATUS_ICONS[status];
  return (
    <span className={status === DEFAULT_REFERRAL_STATUS ? tag.warning : tag.success}>
      {Icon && <Icon fontSize="inherit" />}
      {statusText(status)}
    </span>
  );
}

/** Whether the person has a login of their own; if not, the button that creates one, for who may. */
export function AccountStatusField({ canCreateLogin }: { canCreateLogin: boolean }) {
  const t = useStaffT();
  if (useRecordContext<ReferralRecord>()?.has_account) {
    return <span className={tag.brand}>{t('referrals.hasAccount')}</span>;
  }
  if (canCreateLogin) return <CreateLoginButton />;
  return <span className={tag.none}>{t('referrals.noAccount')}</span>;
}

export function SexField() {
  const t = useStaffT();
  const value: string = useRecordContext<ReferralRecord>()?.sex ?? '';
  const known = SEXES.find((sex) => sex === value);
  return known ? t(`sexes.${known}`) : value;
}

export function SubstancesField() {
  const t = useStaffT();
  const substances: readonly string[] = useRecordContext<ReferralRecord>()?.substance ?? [];
  const text = (name: string) => {
    const known = SUBSTANCES.find((substance) => substance.name === name);
    return known ? t(`substances.${known.name}`) : name;
  };
  return (
    <ul className={tag.list}>
      {substances.map((name) => (
        <li key={name} className={tag.plain}>
          {text(name)}
        </li>
      ))}
    </ul>
  );
}

/** Who referred the person; 'Guest' if nobody was signed in (spec section 1). */
export function ReferrerField() {
  const t = useStaffT();
  return useRecordContext<ReferralRecord>()?.user_info?.fullname || t('referrals.guest');
}
