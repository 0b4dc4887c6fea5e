import type { ReactNode } from 'react';
import { ListContextProvider, type RaRecord, ResourceContextProvider } from 'react-admin';
import { type ListOptions, usePagedListController } from './usePagedListController';

/** Fetches a list and provides it as ListContext. */
export function ListBase<R extends RaRecord>({
  children,
  ...options
}: ListOptions<R> & { children: ReactNode }) {
  const controller = usePagedListController<R>(options);
  return (
    <ResourceContextProvider value={options.resource}>
      <ListContextProvider value={controller}>{children}</ListContextProvider>
    </ResourceContextProvider>
  );
}
