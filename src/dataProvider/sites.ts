import type {
  CreateParams,
  DeleteParams,
  GetListParams,
  GetManyParams,
  GetOneParams,
  UpdateParams,
} from 'react-admin';
import type { Site } from '../../contract/entities/site';
import type { Api } from '../api/client';
import { oneOrNull, pickOne } from './recordsById';

/** A site with the `id` react-admin wants. */
export type SiteRecord = Site & { id: string };

const toRecord = (site: Site): SiteRecord => ({ ...site, id: site._id });

/**
 * | verb    | call                          |
 * | ------- | ----------------------------- |
 * | getList | listSites; never paged        |
 * | getOne  | listSites                     |
 * | getMany | listSites                     |
 * | create  | addSite `{name}`              |
 * | update  | updateSite `{id, name}`       |
 * | delete  | deleteSite `{id, name}`       |
 */
export function siteVerbs(api: Api) {
  const getList = async ({ signal }: Pick<GetListParams, 'signal'>) => {
    const sites = await api.call('listSites', {}, { signal });
    return { data: sites.map(toRecord), total: sites.length };
  };

  return {
    getList,

    async getOne({ id, signal }: GetOneParams<SiteRecord>) {
      return pickOne((await getList({ signal })).data, id);
    },

    async getMany({ ids, signal }: GetManyParams<SiteRecord>) {
      const { data } = await getList({ signal });
      return { data: data.filter((site) => ids.includes(site.id)) };
    },

    /** What a server answers besides that it was done is not specified; the list is read afresh afterwards. */
    async create({ data }: CreateParams<Pick<Site, 'name'>>) {
      const { name } = data;
      const added: Partial<Site> | undefined = await api.call('addSite', {
        body: { name: name ?? '' },
      });
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
}

/** What else is done with sites. */
export function siteActions({ getOne }: ReturnType<typeof siteVerbs>) {
  return {
    /** A site as it is now; null when it is gone. */
    readSite: ({ id }: SiteRecord): Promise<SiteRecord | null> => oneOrNull(getOne({ id })),
  };
}
