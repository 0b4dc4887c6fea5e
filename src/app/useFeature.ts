import { useEffect, useState } from 'react';
import type { Feature } from '../../contract/calls/extras';
import { useServices } from './services';

/**
 * Whether the server offers a feature beyond the specification: unknown until it has answered. Without a feature, 'offered'.
 */
export function useFeatureStatus(feature: Feature | undefined): 'offered' | 'missing' | 'unknown' {
  const { features } = useServices();
  const [isKnown, setKnown] = useState(false);
  const isOffered = feature === undefined || features.offers(feature);

  useEffect(() => {
    if (isOffered) return undefined;
    let isMounted = true;
    void features.load().then(() => isMounted && setKnown(true));
    return () => {
      isMounted = false;
    };
  }, [features, isOffered]);

  if (isOffered) return 'offered';
  return isKnown ? 'missing' : 'unknown';
}

/** Whether the server is known to offer a feature. */
export const useFeature = (feature: Feature | undefined): boolean =>
  useFeatureStatus(feature) === 'offered';
