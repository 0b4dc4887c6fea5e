import type { GetListParams } from 'react-admin';
import { PAGE_SIZE } from '../../contract/staffConstants';
import type { HeldReferral } from '../../contract/entities/referral';
import type { Api } from '../api/client';
import { RESOURCES } from '../app/routes';
import { getPage } from './page';

/** A referral that the server holds as possible spam, with the reason. */
export type HeldReferralRecord = HeldReferral & { id: string };

/**
 * | verb    | call                                   |
 * | ------- | -------------------------------------- |
 * | getList | listHeld `?page&size=25`, newest first |
 * | count   | countHeld                              |
 *
 * A held referral is deleted as a referral.
 */
export function heldReferralProvider(api: Api) {
  const heldReferrals = {
    getList: ({ signal, ...params }: GetListParams) =>
      getPage(
        params,
        PAGE_SIZE.mine,
        (query) => api.call('listHeld', { query }, { signal }),
        (referral): HeldReferralRecord => ({ ...referral, id: referral._id }),
      ),
    async count({ signal }: { signal?: AbortSignal }) {
      return { data: await api.call('countHeld', {}, { signal }) };
    },
  };

  return {
    resources: { [RESOURCES.heldReferrals]: heldReferrals },
    methods: {
      /** Moves a held referral to the ordinary list. */
      async release({ id, version }: HeldReferralRecord) {
        return { data: await api.call('releaseReferral', { body: { id } }, { version }) };
      },
    },
  };
}
