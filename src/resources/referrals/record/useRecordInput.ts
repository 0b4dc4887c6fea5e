import { useStore } from 'react-admin';
import type { Referral } from '../../../../contract/entities/referral';
import { RESOURCES } from '../../../app/routes';
import type { ReferralRecord } from '../../../dataProvider/referrals';

const keyOf = (what: string, id: string) => `${RESOURCES.referrals}.${what}.${id}`;

/** The note that was typed for a referral and not added yet. In memory, so that it is there again after the browser's Back. */
export function useUnsentNote({ id }: Pick<ReferralRecord, 'id'>) {
  return useStore<string>(keyOf('note', id), '');
}

export type Owner = NonNullable<Referral['owner']>;

/** The owner that was chosen for a referral and not assigned yet: null for nobody, undefined without a choice. */
export function useChosenOwner({ id }: Pick<ReferralRecord, 'id'>) {
  return useStore<Owner | null | undefined>(keyOf('owner', id), undefined);
}
