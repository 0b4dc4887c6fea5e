import type { GetListParams } from 'react-admin';
import { PAGE_SIZE } from '../../contract/constants';
import type { HeldReferral } from '../../contract/entities/referral';
import type { Api } from '../api/client';
import { type AnyPage, pageTotal } from './pageTotal';

/** A referral that is set apart as possible spam, and why. */
export type HeldReferralRecord = HeldReferral & { id: string };

/**
 * | verb    | call                                                  |
 * | ------- | ----------------------------------------------------- |
 * | getList | listSuspected `?page&size=25`, newest first           |
 *
 * Deleting one is deleting a referral.
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

/** What else is done to them. */
export function heldReferralActions(api: Api) {
  return {
    /** Moves one to the ordinary list. */
    async release({ id, version }: HeldReferralRecord) {
      return { data: await api.call('releaseReferral', { body: { id } }, { version }) };
    },
  };
}
