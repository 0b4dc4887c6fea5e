/** Changes of many referrals at once, where the server offers 'bulk'. */
import type { CallInput } from '../../contract/calls';
import type { BulkResult } from '../../contract/entities/bulk';
import { ApiError } from '../api/ApiError';
import type { Api } from '../api/client';

/** The body of the call: one change of up to 100 referrals. */
export type BulkBody = CallInput<'changeReferrals'>['body'];

/**
 * react-admin's `updateMany` and `deleteMany` send a call for each record (./referrals); these change a hundred in one transaction
 * and answer what became of each.
 */
export function bulkProvider(api: Api) {
  return {
    methods: {
      /**
       * Changes up to 100 referrals with an idempotency key: the same body, sent again after a failure, changes none twice.
       * @throws ApiError if it is unknown what became of them, or nothing was changed
       */
      async changeReferrals(body: BulkBody): Promise<{ data: readonly BulkResult[] }> {
        const { results } = await api.call('changeReferrals', { body });
        if (!Array.isArray(results)) throw new ApiError('unreadable');
        return { data: results };
      },
    },
  };
}
