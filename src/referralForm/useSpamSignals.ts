import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../shared/services';
import type { DraftPlace } from './DraftProvider';
import type { SpamSignals } from './referralFormState';

/**
 * The spam signals of a guest's referral, if the server offers to take them; any other referral carries only what the
 * specification names. Loads the features when the form mounts, so that sending does not wait for them.
 */
export function useSpamSignals(mode: DraftPlace): {
  /** Ref of the honeypot field; null when the form has none. */
  readonly honeypotRef: RefCallback<HTMLInputElement> | null;
  /** @param startedAt time of the first input, by `performance.now()` */
  read(startedAt: number | null): SpamSignals;
} {
  const { features } = useServices();
  const [isOffered, setIsOffered] = useState(() => features.offers('formMarks'));
  const field = useRef<HTMLInputElement>(null);
  const setField = useCallback((element: HTMLInputElement | null) => {
    field.current = element;
  }, []);
  const isActive = mode === 'public' && isOffered;

  useEffect(() => {
    if (mode !== 'public') return undefined;
    let isMounted = true;
    const loadFeatures = async () => {
      await features.load();
      if (isMounted && features.offers('formMarks')) setIsOffered(true);
    };
    void loadFeatures();
    return () => {
      isMounted = false;
    };
  }, [features, mode]);

  const read = useCallback(
    (startedAt: number | null): SpamSignals => {
      if (!isActive) return {};
      const seconds =
        startedAt === null ? null : Math.floor((performance.now() - startedAt) / 1_000);
      return {
        website: field.current?.value ?? '',
        ...(seconds !== null && { filled_in: seconds }),
      };
    },
    [isActive],
  );

  return { honeypotRef: isActive ? setField : null, read };
}
