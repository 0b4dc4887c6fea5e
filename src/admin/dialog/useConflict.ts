import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { ApiError } from '../../api/ApiError';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';

/** What the server answers when something has changed since it was seen. */
const STALE = 412;

interface Options<R> {
  /** Why the last change was refused, if it was. */
  error: ApiError | null;
  /** Reads the record as it is now; answers null when it is gone. */
  read: (provider: StaffDataProvider) => Promise<R | null>;
  /** Told what it is now. */
  learn: (record: R) => void;
}

/** What is known of a conflict: nothing yet, what the record is now, that it is gone, or that it could not be read. */
export type ConflictState = 'reading' | 'known' | 'gone' | 'unread';

/** A change that was refused because someone else was faster: reads what they made of the record, so that both can be shown. */
export function useConflict<R>(options: Options<R>) {
  const provider = useDataProvider<StaffDataProvider>();
  const [before, setBefore] = useState<R>();
  const [tries, setTries] = useState(0);
  /** What came of which try to read, after which refusal. */
  const [found, setFound] = useState<{ error: ApiError; tries: number; state: ConflictState }>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const stale = options.error?.status === STALE ? options.error : null;
  useEffect(() => {
    if (!stale) return undefined;
    let isHere = true;
    const readNow = async () => {
      const state = await lookUp(latest.current, provider, () => isHere);
      if (isHere) setFound({ error: stale, tries, state });
    };
    void readNow();
    return () => {
      isHere = false;
    };
  }, [stale, tries, provider]);
  const isFound = found !== undefined && found.error === stale && found.tries === tries;

  return {
    /** Null when there is no conflict. */
    state: stale && (isFound ? found.state : 'reading'),
    /** The record as it was seen when the change was sent. */
    before,
    /** Notes what the editor has seen; call it when the change is sent. */
    begin: (seen: R) => setBefore(() => seen),
    readAgain: () => setTries(tries + 1),
  };
}

async function lookUp<R>(
  { read, learn }: Options<R>,
  provider: StaffDataProvider,
  isWanted: () => boolean,
): Promise<ConflictState> {
  try {
    const now = await read(provider);
    if (now && isWanted()) learn(now);
    return now ? 'known' : 'gone';
  } catch {
    return 'unread';
  }
}
