import type { OtherReferral } from '../../contract/entities/samePerson';
import { ApiError } from '../api/ApiError';
import type { Api } from '../api/client';
import type { AccountRecord } from './accounts';

/** Another referral of a person, with the `id` that react-admin needs. */
export type OtherReferralRecord = OtherReferral & { readonly id: string };

/** The other referrals of a person: open ones first, then the newest; `more` if there are others. */
export interface OtherReferrals {
  readonly items: readonly OtherReferralRecord[];
  readonly more: boolean;
}

/** Methods for servers that offer 'ownerLeft' or 'samePerson'. */
export function peopleProvider(api: Api) {
  return {
    methods: {
      /** How many open referrals an account owns: countOwned. */
      async countOwned({ id }: AccountRecord, { signal }: { signal?: AbortSignal } = {}) {
        const { open } = await api.call('countOwned', { params: { id } }, { signal });
        if (typeof open !== 'number') throw new ApiError('unreadable');
        return { data: open };
      },

      /** Deactivates an account, and makes somebody or nobody (null) the owner of its open referrals: deactivateOwner. */
      async deactivateOwner({ id }: AccountRecord, owner: string | null) {
        return { data: await api.call('deactivateOwner', { body: { id, owner } }) };
      },

      /** The referrals that are, or may be, of the person of this one: listSamePerson. */
      async listSamePerson(
        id: string,
        { signal }: { signal?: AbortSignal } = {},
      ): Promise<{ data: OtherReferrals }> {
        const { referrals, more } = await api.call(
          'listSamePerson',
          { params: { id } },
          { signal },
        );
        return { data: { items: referrals.map((one) => ({ ...one, id: one._id })), more } };
      },

      /** Says for good that two referrals are not of the same person: markNotSamePerson. */
      async markNotSamePerson(id: string, other: string) {
        return { data: await api.call('markNotSamePerson', { body: { id, other } }) };
      },
    },
  };
}
