import { useEffect, useEffectEvent, useState } from 'react';
import { useListContext } from 'react-admin';
import { useLocation } from 'react-router';
import type { AccountRecord } from '../../dataProvider/accounts';

/** Milliseconds for which the rows of all accounts wait for those that wait for approval. */
const PATIENCE = 3_000;

/**
 * Whether those who wait for approval are shown above all accounts, from their ListContext: decided once, before any row is painted,
 * so that none moves under a pointer later. Those who register meanwhile are counted in the menu, whose link shows them.
 */
export function usePendingAccounts() {
  const { data, error, refetch } = useListContext<AccountRecord>();
  const [isShown, setShown] = useState<boolean | null>(null);
  const isWaiting = data !== undefined && data.length > 0;
  if (isShown === null && (data || error)) setShown(isWaiting || data === undefined);

  const isUndecided = isShown === null;
  useEffect(() => {
    if (!isUndecided) return undefined;
    const timer = setTimeout(() => setShown(false), PATIENCE);
    return () => clearTimeout(timer);
  }, [isUndecided]);

  const { key, state } = useLocation();
  const isChosenAgain = (state as { _scrollToTop?: true } | null)?._scrollToTop === true;
  const [openedBy] = useState(key);
  const readAgain = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (isChosenAgain && key !== openedBy) readAgain();
  }, [key, isChosenAgain, openedBy]);
  if (isShown === false && isChosenAgain && isWaiting) setShown(true);

  return { isKnown: !isUndecided, isShown: isShown === true, waiting: data };
}
