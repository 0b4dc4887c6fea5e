import type { SimilarName } from '../../contract/entities/worklist';
import type { Api } from '../api/client';

/** Methods for servers that offer 'searchHints': countHeldMatches `{q}`, listSimilarNames `{q}`. */
export function searchHintProvider(api: Api) {
  return {
    methods: {
      /** How many of the referrals held a search finds. */
      async countHeldMatches(
        q: string,
        { signal }: { signal?: AbortSignal } = {},
      ): Promise<{ data: { count: number } }> {
        return { data: await api.call('countHeldMatches', { body: { q } }, { signal }) };
      },

      /** Names similar to the one that a search did not find. */
      async listSimilarNames(
        q: string,
        { signal }: { signal?: AbortSignal } = {},
      ): Promise<{ data: readonly SimilarName[] }> {
        return { data: await api.call('listSimilarNames', { body: { q } }, { signal }) };
      },
    },
  };
}
