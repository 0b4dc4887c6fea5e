import { useState } from 'react';
import type { SiteRecord } from '../../dataProvider/sites';

/** A new name that is being entered for a site. */
export interface Rename {
  readonly text: string;
  /** The site as it was when the renaming began. */
  readonly seen: SiteRecord;
  /** The field gets the focus when it is rendered for the first time. */
  readonly takesFocus: boolean;
}

const NONE: ReadonlyMap<string, Rename> = new Map();

/**
 * The sites that are being renamed, by id. Stored above the rows, so that no input is lost while its row is on another page or
 * does not match the search.
 */
export function useRenames() {
  const [renames, setRenames] = useState(NONE);
  const set = (site: SiteRecord, changes: Partial<Rename>) =>
    setRenames((before) => {
      const rename = before.get(site.id) ?? { text: site.name, seen: site, takesFocus: false };
      return new Map(before).set(site.id, { ...rename, ...changes });
    });

  return {
    /** Undefined if the site is not being renamed. */
    get: (id: string) => renames.get(id),
    begin: (site: SiteRecord) => set(site, { takesFocus: true }),
    change: (site: SiteRecord, changes: Partial<Rename>) => set(site, changes),
    end: (id: string) =>
      setRenames((before) => new Map([...before].filter(([renamed]) => renamed !== id))),
    /** Whether a name was entered that differs from the site's. */
    hasInput: (sites: readonly SiteRecord[]) =>
      sites.some(({ id, name }) => (renames.get(id)?.text ?? name) !== name),
  };
}
