import type { GetListParams } from 'react-admin';
import type { FiledReferral } from '../../contract/entities/filed';
import { PAGE_SIZE } from '../../contract/staffConstants';
import type { Api } from '../api/client';
import { RESOURCES } from '../app/routes';
import { getPage } from './page';

/** A referral that the person filed, as they filed it, with the answer that they may get. */
export type FiledRecord = FiledReferral & { id: string };

/** The filter of the list. An empty text filters nothing. */
export interface FiledFilter {
  /** A part of a name, of a phone number or of a tracking ID. */
  q?: string;
}

/**
 * | verb    | call                                    |
 * | ------- | --------------------------------------- |
 * | getList | listFiled `{ page, size: 25, q }`       |
 */
export function filedProvider(api: Api) {
  const filed = {
    getList({ signal, filter, ...params }: GetListParams) {
      const { q = '' } = filter as FiledFilter;
      return getPage(
        params,
        PAGE_SIZE.mine,
        (page) => api.call('listFiled', { body: { ...page, ...(q && { q }) } }, { signal }),
        (referral): FiledRecord => ({ ...referral, id: referral._id }),
      );
    },
  };

  return {
    resources: { [RESOURCES.filed]: filed },
    methods: {
      /** Whether the person sees referrals as staff of the program, and how many they filed. */
      async getReader({ signal }: { signal?: AbortSignal | undefined } = {}) {
        return { data: await api.call('getReader', {}, { signal }) };
      },

      /** Turns the person's emails about news on or off. */
      async setNewsMail(isOn: boolean) {
        return { data: await api.call('setNewsMail', { body: { is_on: isOn } }) };
      },
    },
  };
}
