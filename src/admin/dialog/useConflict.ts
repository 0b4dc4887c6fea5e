import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { ApiError } from '../../api/ApiError';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';

/** The status of a change whose version is outdated. */
const STALE = 412;

interface Options<R> {
  /** The error of the last change. */
  error: ApiError | null;
  /** Reads the record again; null if it no longer exists. */
  read: (provider: StaffDataProvider) => Promise<R | null>;
  /** Receives the record. */
  learn: (record: R) => void;
}

/** The current record is being read, is known, no longer exists, or could not be read. */
export type ConflictState = 'reading' | 'known' | 'gone' | 'unread';

/** Handles a change that was refused because someone else changed the record first: reads the record, so that both can be shown. */
export function useConflict<R>(options: Options<R>) {
  const provider = useDataProvider<StaffDataProvider>();
  const [before, setBefore] = useState<R>();
  const [tries, setTries] = useState(0);
  /** The result of an attempt to read after a refusal. */
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
    /** Null without a conflict. */
    state: stale && (isFound ? found.state : 'reading'),
    /** The version that the refused change was based on. */
    before,
    /** Stores the version that a change is based on; call it when the change is sent. */
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
