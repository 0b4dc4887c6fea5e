import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Fetches the list of a resource afresh for a dialog that opens on one of its rows: the row may have been read long ago, and
 * the session, or the right to see it, may be gone by now.
 */
export function useFreshList(resource: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: [resource, 'getList'] });
  }, [queries, resource]);
}
