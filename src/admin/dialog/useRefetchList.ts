import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { afterPaint } from '../afterPaint';

/**
 * Fetches a resource's list again for a dialog on one of its rows: the row may be old, and the session or the access may have ended.
 * Runs after the dialog is painted, as on a slow phone the request alone takes a third of the time to open.
 */
export function useRefetchList(resource: string): void {
  const queries = useQueryClient();
  useEffect(
    () => afterPaint(() => void queries.invalidateQueries({ queryKey: [resource, 'getList'] })),
    [queries, resource],
  );
}
