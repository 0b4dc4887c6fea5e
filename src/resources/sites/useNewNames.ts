import { useState } from 'react';
import type { SiteRecord } from '../../dataProvider/sites';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The names being typed for the sites that are being renamed, by id. Kept beside the rows, so that what was typed is not
 * lost when its row is on another page or not among those searched for.
 */
export function useNewNames() {
  const [names, setNames] = useState(NONE);
  const set = (id: string, name: string) => setNames((before) => new Map(before).set(id, name));

  return {
    /** Undefined when the site is not being renamed. */
    of: (site: SiteRecord) => names.get(site.id),
    begin: (site: SiteRecord) => set(site.id, site.name),
    change: (site: SiteRecord, name: string) => set(site.id, name),
    end: (site: SiteRecord) =>
      setNames((before) => new Map([...before].filter(([id]) => id !== site.id))),
    hasAnyFor: (sites: readonly SiteRecord[]) =>
      sites.some((site) => (names.get(site.id) ?? site.name) !== site.name),
  };
}

export type NewNames = ReturnType<typeof useNewNames>;
