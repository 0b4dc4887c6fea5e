import { useEffect, useState } from 'react';
import type { Feature } from '../../contract/calls/extras';
import { useServices } from '../shared/services';

/**
 * Whether the server offers a feature beyond the specification; false until it has answered. Without a feature there is nothing to
 * offer: true.
 */
export function useFeature(feature: Feature | undefined): boolean {
  const { features } = useServices();
  const isOffered = () => feature === undefined || features.offers(feature);
  const [isKnown, setKnown] = useState(isOffered);

  useEffect(() => {
    let isMounted = true;
    void features.load().then(() => isMounted && setKnown(true));
    return () => {
      isMounted = false;
    };
  }, [features]);

  return isKnown && isOffered();
}
