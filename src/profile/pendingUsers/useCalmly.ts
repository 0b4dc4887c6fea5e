import { useCallback, useEffect, useRef } from 'react';
import { DELAYS } from '../../../contract/constants';

/**
 * Does something once it was not asked for again for a moment. For what moves rows under a hand that goes from one to the
 * next, where a click lets somebody in. Who leaves the page has it done at once.
 * @param action the same function as long as it means the same
 */
export function useCalmly(action: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      action();
    },
    [action],
  );

  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      action();
    }, DELAYS.afterWrite);
  }, [action]);
}
