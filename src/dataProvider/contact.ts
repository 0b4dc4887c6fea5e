import type { GetListParams } from 'react-admin';
import type { CallInput } from '../../contract/calls';
import type {
  FollowUp,
  SiteMarks,
  TodayGroup,
  TodayItem,
  TodayView,
} from '../../contract/entities/contact';
import { PAGE_SIZE } from '../../contract/staffConstants';
import type { Api } from '../api/client';
import { RESOURCES } from '../app/routes';
import { getPage } from './page';
import { type ReferralRecord, type referralProvider, toReferralRecord } from './referrals';

type ReferralVerbs = ReturnType<typeof referralProvider>['resources'][typeof RESOURCES.referrals];

/** A row of the tab 'To do today'. */
export type TodayRecord = TodayItem & { id: string };

/** The `meta` of the list of what is to do today. */
export interface TodayMeta {
  /** What is due, without what is open from before the upgrade. */
  readonly count: number;
  readonly from_before: number;
  readonly held: number;
  /** Open referrals of owners who left, for who may assign them. */
  readonly left: number;
  /** The first later day on which one comes back. Not `next`: in a list's `meta` that is the cursor of its next page. */
  readonly nextDay: string | null;
  /** When it was read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** What the list shows: a view, and one of its two parts. */
export interface TodayFilter {
  readonly view?: TodayView;
  readonly group?: TodayGroup;
}

/** An attempt, as it is saved on a referral. */
export type NewAttempt = Omit<CallInput<'addContactAttempt'>['body'], 'id'>;

/**
 * Contact attempts, days to call back and what is to do today, where the server offers 'contact'.
 *
 * | verb    | call                                                         |
 * | ------- | ------------------------------------------------------------ |
 * | getList | listToday `?view&group&page&size=25`; its numbers are in `meta` |
 * | getOne  | as of the referrals                                           |
 * | count   | countToday `?view=mine`                                       |
 */
export function contactProvider(api: Api, { getOne }: Pick<ReferralVerbs, 'getOne'>) {
  const today = {
    async getList({ filter, signal, ...params }: GetListParams) {
      const { view = 'mine', group = 'due' } = (filter ?? {}) as TodayFilter;
      let numbers: TodayMeta = {
        count: 0,
        from_before: 0,
        held: 0,
        left: 0,
        nextDay: null,
        readAt: 0,
      };
      const read = async (paging: { page: number; size: number }) => {
        const query = { view, group, ...paging };
        const answer = await api.call('listToday', { query }, { signal });
        const { count, from_before, held, left, next: nextDay } = answer;
        numbers = { count, from_before, held, left, nextDay, readAt: Date.now() };
        return answer;
      };
      const size = params.pagination?.perPage ?? PAGE_SIZE.mine;
      const page = await getPage(params, size, read, (item): TodayRecord => {
        const { reason, due_since, also } = item;
        return { ...toReferralRecord(item), reason, due_since, also };
      });
      return { ...page, meta: { ...page.meta, ...numbers } };
    },
    getOne,
    async count({ signal }: { signal?: AbortSignal }) {
      return { data: await api.call('countToday', { query: { view: 'mine' } }, { signal }) };
    },
  };

  const methods = {
    /** The rules by which the next step of a referral is found. */
    async getFollowUpRules({ signal }: { signal?: AbortSignal } = {}) {
      return { data: await api.call('getFollowUpRules', {}, { signal }) };
    },

    /** Saves an attempt; one that sets a status needs the version that was read. */
    async addContactAttempt({ id, version }: ReferralRecord, attempt: NewAttempt) {
      const options = attempt.status ? { version } : {};
      return { data: await api.call('addContactAttempt', { body: { id, ...attempt } }, options) };
    },

    /** Undoes an attempt that was saved just now, or strikes it with a reason. */
    async strikeContactAttempt(id: string, reason?: string) {
      const body = { id, ...(reason && { reason }) };
      return { data: await api.call('strikeContactAttempt', { body }) };
    },

    /** Says why a parent was not contacted. */
    async addParentNotContacted({ id }: Pick<ReferralRecord, 'id'>, because: string) {
      return { data: await api.call('addParentNotContacted', { body: { id, because } }) };
    },

    /** Sets the day to call back; null for none. */
    async setFollowUp(
      { id }: Pick<ReferralRecord, 'id'>,
      followUp: FollowUp | null,
      because?: string,
    ) {
      const body = { id, follow_up: followUp, ...(because && { because }) };
      return { data: await api.call('setFollowUp', { body }) };
    },

    /** Which sites are the provider's own, and their standards. */
    async listSiteMarks({ signal }: { signal?: AbortSignal } = {}) {
      return { data: await api.call('listSiteMarks', {}, { signal }) };
    },

    async markSite(marks: SiteMarks) {
      return { data: await api.call('markSite', { body: marks }) };
    },
  };

  return { resources: { [RESOURCES.today]: today }, methods };
}
