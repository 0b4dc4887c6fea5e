import { useCallback, useEffect, useRef } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import type { StaffTextKey } from '../../i18n/textKeys';

interface Texts {
  done: StaffTextKey;
  failed: StaffTextKey;
}

/**
 * Notifies the page of a mutation's outcome: of a success always, with the data fetched again; of a failure only if the dialog has
 * been closed, as an open dialog shows it itself.
 */
export function useMutationNotifications({ done, failed }: Texts) {
  const notify = useNotify();
  const refresh = useRefresh();
  const isHere = useRef(false);
  const isUntold = useRef(false);

  const tell = useCallback(
    (isSaid: boolean) => {
      if (!isUntold.current) return;
      isUntold.current = false;
      notify(done, { type: 'success', isSaid });
      refresh();
    },
    [notify, refresh, done],
  );

  const latestTell = useRef(tell);
  useEffect(() => {
    latestTell.current = tell;
  });
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      // Closing may have interrupted a screen reader.
      latestTell.current(false);
    };
  }, []);

  return {
    /** The mutation succeeded. */
    succeed: () => {
      isUntold.current = true;
      if (!isHere.current) tell(false);
    },
    /** The mutation failed. */
    fail: () => {
      if (!isHere.current) notify(failed, { type: 'error' });
    },
    /** The dialog has shown the success: screen readers need not announce it again. */
    tell: () => tell(true),
  };
}
