import type { CreateParams, DeleteParams, GetListParams, UpdateParams } from 'react-admin';
import type { Site } from '../../contract/entities/site';
import type { Api } from '../api/client';

/** A site with the `id` react-admin wants. */
export type SiteRecord = Site & { id: string };

const toRecord = (site: Site): SiteRecord => ({ ...site, id: site._id });

/**
 * | verb    | call                          |
 * | ------- | ----------------------------- |
 * | getList | listSites; never paged        |
 * | create  | addSite `{name}`              |
 * | update  | updateSite `{id, name}`       |
 * | delete  | deleteSite `{id, name}`       |
 */
export function siteVerbs(api: Api) {
  return {
    async getList({ signal }: GetListParams) {
      const sites = await api.call('listSites', {}, { signal });
      return { data: sites.map(toRecord), total: sites.length };
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
export function siteActions(api: Api) {
  return {
    /** A site as it is now; null when it is gone. */
    async readSite({ id }: SiteRecord): Promise<SiteRecord | null> {
      const found = (await api.call('listSites')).find(({ _id }) => _id === id);
      return found ? toRecord(found) : null;
    },
  };
}
