import { useCallback, useEffect, useRef } from 'react';
import { useRefresh } from 'react-admin';
import { DELAYS } from '../../../contract/constants';

/**
 * Fetches everything afresh once nothing more was done for a moment, so that rows do not move under a hand that goes on to
 * the next one: a click there lets somebody in. Who leaves the page before finds it fresh elsewhere.
 */
export function useCalmRefresh(): () => void {
  const refresh = useRefresh();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      refresh();
    },
    [refresh],
  );

  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      refresh();
    }, DELAYS.afterWrite);
  }, [refresh]);
}
