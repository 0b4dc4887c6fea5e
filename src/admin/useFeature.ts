import { useEffect, useState } from 'react';
import type { Feature } from '../../contract/calls/extras';
import { useServices } from '../shared/services';

/** Whether the server offers a feature beyond the specification; not, as long as it has not said so. */
export function useFeature(feature: Feature): boolean {
  const { features } = useServices();
  const [isOffered, setOffered] = useState(() => features.offers(feature));

  useEffect(() => {
    let isHere = true;
    const ask = async () => {
      await features.load();
      if (isHere && features.offers(feature)) setOffered(true);
    };
    void ask();
    return () => {
      isHere = false;
    };
  }, [features, feature]);

  return isOffered;
}
