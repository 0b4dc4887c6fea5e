import { CallLink } from '../list/ReferralRow';

/** The place of the call in a row of the list of today, in the table and on a phone. */
export function CallAction() {
  return <CallLink />;
}
