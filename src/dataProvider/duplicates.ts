import type { Duplicates, PossibleDuplicates } from '../../contract/entities/duplicate';
import type { Api } from '../api/client';
import { type ReferralRecord, toReferralRecord } from './referrals';

/** A possible duplicate of another referral, with the fields in which they agree. */
export type DuplicateRecord = ReferralRecord & { readonly same: readonly string[] };

/** A referral with its possible duplicates, newest first; `more` if there are others. */
export interface Comparison {
  readonly referral: ReferralRecord;
  readonly duplicates: readonly DuplicateRecord[];
  readonly more: boolean;
}

/** Methods for servers that offer 'duplicates': listDuplicates `?ids`, getDuplicates. */
export function duplicateProvider(api: Api) {
  return {
    methods: {
      /** Which of these referrals have possible duplicates. */
      async listDuplicates(
        ids: readonly string[],
        { signal }: { signal?: AbortSignal } = {},
      ): Promise<{ data: readonly PossibleDuplicates[] }> {
        const query = { ids: ids.join(',') };
        return { data: await api.call('listDuplicates', { query }, { signal }) };
      },

      /** A referral and its possible duplicates, to compare them. */
      async compareDuplicates(
        id: string,
        { signal }: { signal?: AbortSignal } = {},
      ): Promise<{ data: Comparison }> {
        return {
          data: toComparison(await api.call('getDuplicates', { params: { id } }, { signal })),
        };
      },
    },
  };
}

const toComparison = ({ referral, duplicates, more }: Duplicates): Comparison => ({
  referral: toReferralRecord(referral),
  duplicates: duplicates.map((one) => ({ ...toReferralRecord(one), same: one.same })),
  more,
});
