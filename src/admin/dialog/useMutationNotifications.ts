import { useCallback, useEffect, useRef } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import type { StaffTextKey } from '../../i18n/textKeys';

interface Texts {
  done: StaffTextKey;
  failed: StaffTextKey;
}

/**
 * What came of a change, for the page: a success stands there, and the data is fetched afresh, also when the dialog that made
 * it was closed before; a failure only then, as an open dialog says it itself.
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
      // Closing may have cut a screen reader short.
      latestTell.current(false);
    };
  }, []);

  return {
    /** It was done. */
    succeed: () => {
      isUntold.current = true;
      if (!isHere.current) tell(false);
    },
    /** Nothing came of it. */
    fail: () => {
      if (!isHere.current) notify(failed, { type: 'error' });
    },
    /** The success has been read where it was made: a screen reader need not say it again. */
    tell: () => tell(true),
  };
}
