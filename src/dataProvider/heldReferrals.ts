import type { GetListParams } from 'react-admin';
import { PAGE_SIZE } from '../../contract/constants';
import type { HeldReferral } from '../../contract/entities/referral';
import type { Api } from '../api/client';
import { type AnyPage, pageTotal } from './pageTotal';

/** A referral that the server holds as possible spam, with the reason. */
export type HeldReferralRecord = HeldReferral & { id: string };

/**
 * | verb    | call                                                  |
 * | ------- | ----------------------------------------------------- |
 * | getList | listSuspected `?page&size=25`, newest first           |
 *
 * The call takes page and size instead of ra-data-simple-rest's `range`, so it is mapped here. Deleting a held referral is
 * deleting a referral.
 */
export function heldReferralVerbs(api: Api) {
  return {
    async getList({ pagination, signal }: GetListParams) {
      const page = pagination?.page ?? 1;
      const size = PAGE_SIZE.mine;
      const answer: AnyPage<HeldReferral> = await api.call(
        'listSuspected',
        { query: { page, size } },
        { signal },
      );
      const data = answer.items.map((referral) => ({ ...referral, id: referral._id }));
      return { data, total: pageTotal(answer, page, size) };
    },
  };
}

/** Further verbs of held referrals. */
export function heldReferralActions(api: Api) {
  return {
    /** Moves a held referral to the ordinary list. */
    async release({ id, version }: HeldReferralRecord) {
      return { data: await api.call('releaseReferral', { body: { id } }, { version }) };
    },
  };
}
