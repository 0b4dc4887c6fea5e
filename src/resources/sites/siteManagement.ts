import { createContext, useContext } from 'react';
import type { SiteManagement } from './useSiteManager';

const SiteManagementContext = createContext<SiteManagement | null>(null);

/** Provides the state of SiteManager to the cells of its rows, which a table renders apart from each other. */
export const SiteManagementProvider = SiteManagementContext.Provider;

/** The state of the SiteManager around a row. */
export function useSiteManagement(): SiteManagement {
  const management = useContext(SiteManagementContext);
  if (!management) throw new Error('a site needs a SiteManager around it');
  return management;
}
