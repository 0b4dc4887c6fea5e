import type {
  CreateParams,
  DeleteParams,
  GetListParams,
  GetManyParams,
  GetOneParams,
  UpdateParams,
} from 'react-admin';
import type { County } from '../../contract/entities/county';
import type { Site } from '../../contract/entities/site';
import type { Api } from '../api/client';
import { RESOURCES } from '../app/routes';
import { oneOrNull, pickOne } from './recordsById';

/** A county as other servers may answer it; a referral names it by an id that is text. */
type LooseCounty = Omit<County, 'id'> & { readonly id: string | number };

/** A site with the `id` that react-admin needs. */
export type SiteRecord = Site & { id: string };

/**
 * | sites    | call                          |
 * | -------- | ----------------------------- |
 * | getList  | listSites; never paged        |
 * | getOne   | listSites                     |
 * | getMany  | listSites                     |
 * | create   | addSite `{name}`              |
 * | update   | updateSite `{id, name}`       |
 * | delete   | deleteSite `{id, name}`       |
 *
 * | counties | call                          |
 * | -------- | ----------------------------- |
 * | getList  | listCounties; never paged     |
 */
export function siteProvider(api: Api) {
  const getList = async ({ signal }: Pick<GetListParams, 'signal'>) => {
    const sites = await api.call('listSites', {}, { signal });
    const data = sites.map((site): SiteRecord => ({ ...site, id: site._id }));
    return { data, total: sites.length };
  };

  const getOne = async ({ id, signal }: GetOneParams<SiteRecord>) =>
    pickOne((await getList({ signal })).data, id);

  const sites = {
    getList,
    getOne,

    async getMany({ ids, signal }: GetManyParams<SiteRecord>) {
      const { data } = await getList({ signal });
      return { data: data.filter((site) => ids.includes(site.id)) };
    },

    /** The response is not specified; the list is fetched again afterwards. */
    async create({ data }: CreateParams<Pick<Site, 'name'>>) {
      const { name = '' } = data;
      const added: Partial<Site> | undefined = await api.call('addSite', { body: { name } });
      return { data: { id: added?._id ?? '', name } };
    },

    async update({ id, data, previousData }: UpdateParams<SiteRecord>) {
      const { name = '' } = data;
      await api.call('updateSite', { body: { id, name } }, { version: previousData.version });
      return { data: { ...previousData, name } };
    },

    async delete({ id, previousData }: DeleteParams<SiteRecord>) {
      const { name, version } = previousData ?? {};
      await api.call('deleteSite', { body: { id, name } }, { version });
      return { data: previousData ?? { id } };
    },
  };

  const counties = {
    async getList({ signal }: GetListParams) {
      const answer: readonly LooseCounty[] = await api.call('listCounties', {}, { signal });
      const data = answer.map((county): County => ({ ...county, id: String(county.id) }));
      return { data, total: data.length };
    },
  };

  return {
    resources: { [RESOURCES.sites]: sites, [RESOURCES.counties]: counties },
    methods: {
      /** Reads a site again; null if it no longer exists. */
      readSite: ({ id }: SiteRecord) => oneOrNull(getOne({ id })),

      /** The deleted sites with this name, and the accounts that see their referrals. */
      async listRestorableSites({ name, signal }: { name: string; signal?: AbortSignal }) {
        return { data: await api.call('listRestorableSites', { query: { name } }, { signal }) };
      },

      /** Restores a deleted site. */
      async restoreSite(id: string) {
        return { data: await api.call('restoreSite', { body: { id } }) };
      },

      /** How many referrals and managers each site has. */
      async listSiteCounts({ signal }: { signal?: AbortSignal } = {}) {
        return { data: await api.call('listSiteCounts', {}, { signal }) };
      },

      /** The deleted sites of referrals that the user may see. */
      async listDeletedSites({ signal }: { signal?: AbortSignal } = {}) {
        return { data: await api.call('listDeletedSites', {}, { signal }) };
      },
    },
  };
}
