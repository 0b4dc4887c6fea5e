import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../shared/services';
import type { DraftPlace } from './KeptDraft';
import type { GuestMarks } from './referralFormState';

/**
 * The marks on a guest's referral, where the server offers to take them; any other is sent what the specification names and
 * nothing else. The server is asked once the form is there, so that nothing waits for its answer.
 */
export function useGuestMarks(mode: DraftPlace): {
  /** Takes the field no person sees; null where there is none. */
  readonly takeTrap: RefCallback<HTMLInputElement> | null;
  /** @param begunAt when the first thing was entered, by the clock of `performance.now()` */
  read(begunAt: number | null): GuestMarks;
} {
  const { features } = useServices();
  const [isOffered, setIsOffered] = useState(() => features.offers('formMarks'));
  const field = useRef<HTMLInputElement>(null);
  const takeTrap = useCallback((element: HTMLInputElement | null) => {
    field.current = element;
  }, []);
  const isWanted = mode === 'public' && isOffered;

  useEffect(() => {
    if (mode !== 'public') return undefined;
    let isHere = true;
    const ask = async () => {
      await features.load();
      if (isHere && features.offers('formMarks')) setIsOffered(true);
    };
    void ask();
    return () => {
      isHere = false;
    };
  }, [features, mode]);

  const read = useCallback(
    (begunAt: number | null): GuestMarks => {
      if (!isWanted) return {};
      const seconds = begunAt === null ? null : Math.floor((performance.now() - begunAt) / 1_000);
      return {
        website: field.current?.value ?? '',
        ...(seconds !== null && { filled_in: seconds }),
      };
    },
    [isWanted],
  );

  return { takeTrap: isWanted ? takeTrap : null, read };
}
