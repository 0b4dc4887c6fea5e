/** Stubs the site calls and keeps changes in memory, so that screens see the result of a write. */
import type { Site } from '../../contract/entities/site';
import type { Answers } from './staffApp';

export function stubSites(...names: string[]): Answers {
  let sites: Site[] = names.map((name, index) => ({ _id: `s${index + 1}`, name }));
  return {
    listSites: () => [...sites],
    addSite: ({ body }) => {
      const added = { _id: `s${sites.length + 1}`, name: (body as Site).name };
      sites = [...sites, added];
      return added;
    },
    updateSite: ({ body }) => {
      const { id, name } = body as { id: string; name: string };
      sites = sites.map((site) => (site._id === id ? { ...site, name } : site));
      return { detail: 'ok' };
    },
    deleteSite: ({ body }) => {
      const { id } = body as { id: string };
      sites = sites.filter((site) => site._id !== id);
      return { detail: 'ok' };
    },
  };
}
