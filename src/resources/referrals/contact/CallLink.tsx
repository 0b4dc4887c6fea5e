/** Links that call the person of a referral, and ask what came of the call. */
import PhoneIcon from '@mui/icons-material/Phone';
import { useRecordContext } from 'react-admin';
import { phoneHref } from '../../../../contract/phoneHref';
import { ClampedText } from '../../../admin';
import { useServices } from '../../../app/services';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { useReachWarning } from '../reach/ReachWarning';
import { nameOf } from '../referralFields';
import { useCanAct } from '../useCanAct';
import styles from './CallLink.module.css';
import { rememberCall } from './pendingCall';

type Called = Pick<ReferralRecord, 'id' | 'contact' | 'contact_number'>;

/**
 * Returns a function that makes the props of a link that calls a person; null for a number that no phone could call.
 * @param asksNow whether it is asked at once what came of the call: where the outcomes are not in sight. Else it is asked when the
 * page is there again after the phone's own call.
 */
export function useCallLink(referral: Called | undefined, asksNow: boolean) {
  const { session } = useServices();
  const canAct = useCanAct(referral ?? {});
  const href = referral && phoneHref(referral.contact_number);
  if (!href) return null;
  return { href, onClick: () => canAct && rememberCall(session, referral.id, asksNow) };
}

/** The button of a row that calls. */
export function CallLink() {
  const t = useStaffT();
  const referral = useRecordContext<ReferralRecord>();
  const warning = useReachWarning();
  const link = useCallLink(referral, true);
  if (!referral || !link) return null;
  const label = t('referrals.call', { name: nameOf(referral) });
  return (
    <a {...link} aria-label={warning ? `${label}: ${warning.text}` : label} className={styles.call}>
      <PhoneIcon fontSize="small" />
    </a>
  );
}

/** The number in a cell, as a link that calls. */
export function NumberLink() {
  const referral = useRecordContext<ReferralRecord>();
  const link = useCallLink(referral, true);
  if (!referral) return null;
  const number = <ClampedText>{referral.contact_number}</ClampedText>;
  return link ? <a {...link}>{number}</a> : number;
}
