import { useState } from 'react';
import type { SiteRecord } from '../../dataProvider/sites';

export interface NewName {
  readonly text: string;
  /** The site as it was when its new name was begun. */
  readonly seen: SiteRecord;
}

const NONE: ReadonlyMap<string, NewName> = new Map();

/**
 * The names being typed for the sites that are being renamed, by id. Kept beside the rows, so that what was typed is not
 * lost when its row is on another page or not among those searched for.
 */
export function useNewNames() {
  const [names, setNames] = useState(NONE);
  const set = (site: SiteRecord, text: string) =>
    setNames((before) => {
      const { seen } = before.get(site.id) ?? { seen: site };
      return new Map(before).set(site.id, { text, seen });
    });

  return {
    /** Undefined when the site is not being renamed. */
    of: (site: SiteRecord) => names.get(site.id),
    begin: (site: SiteRecord) => set(site, site.name),
    change: (site: SiteRecord, name: string) => set(site, name),
    end: (site: SiteRecord) =>
      setNames((before) => new Map([...before].filter(([id]) => id !== site.id))),
    hasAnyFor: (sites: readonly SiteRecord[]) =>
      sites.some((site) => (names.get(site.id)?.text ?? site.name) !== site.name),
  };
}

export type NewNames = ReturnType<typeof useNewNames>;
