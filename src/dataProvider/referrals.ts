import type { GetListParams, UpdateParams } from 'react-admin';
import type { Referral } from '../../contract/entities/referral';
import { PAGE_SIZE } from '../../contract/constants';
import type { Api } from '../api/createApi';
import { type AnyPage, pageTotal } from './pageTotal';

/** A referral with the `id` react-admin wants. */
export type ReferralRecord = Referral & { id: string };

/** What the status dialog changes (spec section 6). */
export type ReferralChange = Pick<Referral, 'status' | 'notes'>;

const toRecord = (referral: Referral): ReferralRecord => ({ ...referral, id: referral._id });

/**
 * | verb    | call                                                     |
 * | ------- | -------------------------------------------------------- |
 * | getList | listReferrals `?page&size=25`, newest first by the server |
 * | update  | updateReferral `{id, status, notes}`                      |
 */
export function referralVerbs(api: Api) {
  return {
    async getList({ pagination, signal }: GetListParams) {
      const page = pagination?.page ?? 1;
      const size = PAGE_SIZE.mine;
      const answer: AnyPage<Referral> = await api.call(
        'listReferrals',
        { query: { page, size } },
        { signal },
      );
      return { data: answer.items.map(toRecord), total: pageTotal(answer, page, size) };
    },

    /** The answer says only that it was done, so the record becomes what was sent. */
    async update({ id, data, previousData }: UpdateParams<ReferralRecord>) {
      const { status, notes }: Partial<ReferralChange> = data;
      await api.call('updateReferral', { body: { id, status, notes } });
      return { data: { ...previousData, status, notes } };
    },
  };
}
