import type { GetListParams } from 'react-admin';
import type { Api } from '../api/client';

/**
 * | verb    | call                          |
 * | ------- | ----------------------------- |
 * | getList | listCounties; never paged     |
 */
export function countyVerbs(api: Api) {
  return {
    async getList({ signal }: GetListParams) {
      const counties = await api.call('listCounties', {}, { signal });
      return { data: counties, total: counties.length };
    },
  };
}
