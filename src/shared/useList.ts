import { useCallback, useEffect, useState } from 'react';
import type { CallOutput } from '../../contract/calls';
import { isPassing } from '../api/ApiError';
import type { Api } from '../api/createApi';
import { useServices } from './services';

/** The lists that forms choose from; anyone may read them. */
type ListName = 'listSites' | 'listCounties';

export interface List<Item> {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Empty until `ready`. */
  readonly items: readonly Item[];
  /** Fetches it afresh; what was there stays until the answer. */
  reload(): void;
}

/** What came of the last round that ended: the items, or undefined if none ever came. */
interface Answer<Item> {
  readonly round: number;
  readonly items: readonly Item[] | undefined;
}

/** Milliseconds for which what came with the page need not be asked for again. */
const FRESH = 300_000;

/** Waits before another try, in milliseconds, up to half as much again so that not all browsers come back at once. */
const RETRY_WAITS = [500, 1_000, 2_000];

/**
 * Loads a list of options.
 * @param wanted false until the list is needed
 */
export function useList<N extends ListName>(name: N, wanted = true): List<CallOutput<N>[number]> {
  type Item = CallOutput<N>[number];
  const { api, sites } = useServices();
  const came = name === 'listSites' ? (sites as readonly Item[] | undefined) : undefined;
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<Answer<Item>>({ round: -1, items: came });

  useEffect(() => {
    if (!wanted || (came && round === 0 && performance.now() < FRESH)) return undefined;
    const leaving = new AbortController();
    load(api, name, leaving.signal).then(
      (items) => setAnswer({ round, items }),
      () => {
        if (leaving.signal.aborted) return;
        setAnswer((before) => ({ round, items: before.items }));
      },
    );
    return () => leaving.abort();
  }, [api, name, wanted, round, came]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  const { items } = answer;
  if (items) return { status: 'ready', items, reload };
  return { status: answer.round === round ? 'failed' : 'loading', items: [], reload };
}

async function load(api: Api, name: ListName, signal: AbortSignal) {
  for (const wait of RETRY_WAITS) {
    try {
      return await api.call(name, {}, { signal });
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * (1 + Math.random() / 2)));
    }
  }
  return api.call(name, {}, { signal });
}
