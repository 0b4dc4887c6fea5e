import { useStore } from 'react-admin';
import { RESOURCES } from '../../../app/routes';
import type { ReferralRecord } from '../../../dataProvider/referrals';

/** The note that was typed for a referral and not added yet. In memory, so that it is there again after the browser's Back. */
export function useUnsentNote({ id }: Pick<ReferralRecord, 'id'>) {
  return useStore<string>(`${RESOURCES.referrals}.note.${id}`, '');
}
