import type { CreateParams } from 'react-admin';
import { ALL_SCHOOLS } from '../../contract/constants';
import type { Api } from '../api/client';
import type { NewLogin } from './referrals';

/** What the Add New Super User form enters (spec section 5, "Super user creation"). */
export interface NewSuperuser extends NewLogin {
  readonly fullname: string;
}

/**
 * | verb    | call                                                              |
 * | ------- | ----------------------------------------------------------------- |
 * | create  | registerSuperuser `{fullname, username, password, role, schools}` |
 */
export function superuserVerbs(api: Api) {
  return {
    /** Role and schools are the same for each of them (spec section 3, "User account"). */
    async create({ data }: CreateParams<NewSuperuser>) {
      const { fullname = '', username = '', password = '' } = data;
      const schools = [...ALL_SCHOOLS];
      const body = { fullname, username, password, role: 'SUPERUSER', schools };
      await api.call('registerSuperuser', { body });
      return { data: { id: username } };
    },
  };
}
