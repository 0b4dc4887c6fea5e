import type { ReactNode } from 'react';
import { type ListControllerResult, ListContextProvider } from 'react-admin';

interface Props {
  data: readonly unknown[] | undefined;
  isFetching?: boolean;
  error: Error | null;
  children: ReactNode;
}

/** A ListContext in a given state, without a data provider. */
export function StubListContext({ data, isFetching = false, error, children }: Props) {
  const list = { data, isFetching, error, refetch: () => undefined, setFilters: () => undefined };
  return (
    <ListContextProvider value={list as unknown as ListControllerResult}>
      {children}
    </ListContextProvider>
  );
}
