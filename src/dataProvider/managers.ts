import type { GetListParams } from 'react-admin';
import type { Api } from '../api/client';

/**
 * | verb    | call                                                       |
 * | ------- | ---------------------------------------------------------- |
 * | getList | listManagers: whom a referral can be assigned to; not paged |
 */
export function managerVerbs(api: Api) {
  return {
    async getList({ signal }: GetListParams) {
      const managers = await api.call('listManagers', {}, { signal });
      return {
        data: managers.map((manager) => ({ ...manager, id: manager._id })),
        total: managers.length,
      };
    },
  };
}
