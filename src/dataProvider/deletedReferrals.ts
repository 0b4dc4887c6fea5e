import type { GetListParams } from 'react-admin';
import { PAGE_SIZE } from '../../contract/staffConstants';
import type { DeletedReferral } from '../../contract/entities/referral';
import type { Api } from '../api/client';
import { RESOURCES } from '../app/routes';
import { getPage } from './page';
import { toReferralRecord } from './referrals';

/** A referral that was deleted and can be put back, with who deleted it and why. */
export type DeletedReferralRecord = DeletedReferral & { id: string };

/**
 * | verb    | call                                              |
 * | ------- | ------------------------------------------------- |
 * | getList | listDeleted `?page&size=25`, last deleted first   |
 * | count   | countDeleted                                      |
 */
export function deletedReferralProvider(api: Api) {
  const deletedReferrals = {
    getList: ({ signal, ...params }: GetListParams) =>
      getPage(
        params,
        PAGE_SIZE.mine,
        (query) => api.call('listDeleted', { query }, { signal }),
        (referral): DeletedReferralRecord => ({ ...referral, ...toReferralRecord(referral) }),
      ),
    async count({ signal }: { signal?: AbortSignal }) {
      return { data: await api.call('countDeleted', {}, { signal }) };
    },
  };

  return {
    resources: { [RESOURCES.deletedReferrals]: deletedReferrals },
    methods: {
      /** The days for which a deleted referral can be put back. */
      async getDeletedDays({ signal }: { signal?: AbortSignal } = {}) {
        return { data: (await api.call('countDeleted', {}, { signal })).days };
      },

      /**
       * Puts a deleted referral back as it was.
       * @param note why; may be empty
       */
      async putBack({ id }: DeletedReferralRecord, note: string) {
        const body = { id, ...(note.trim() && { note }) };
        return { data: await api.call('putBackReferral', { body }) };
      },
    },
  };
}
