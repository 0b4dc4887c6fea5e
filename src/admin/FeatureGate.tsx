import { type ReactNode, useEffect, useState } from 'react';
import type { Feature } from '../../contract/calls/extras';
import { useServices } from '../shared/services';
import { ListStatus } from './list/ListStatus';
import { LoadingRows } from './list/LoadingRows';

interface Props {
  feature: Feature;
  /** The text of a server without the feature. */
  otherwise: string;
  children: ReactNode;
}

/** Content that needs a feature of the server: shown once the server has said that it offers the feature. */
export function FeatureGate({ feature, otherwise, children }: Props) {
  const { features } = useServices();
  const [isKnown, setKnown] = useState(false);

  useEffect(() => {
    let isHere = true;
    void features.load().then(() => isHere && setKnown(true));
    return () => {
      isHere = false;
    };
  }, [features]);

  if (features.offers(feature)) return children;
  return (
    <div>
      <ListStatus isLoading={!isKnown} empty={isKnown ? { title: otherwise } : undefined} />
      {!isKnown && <LoadingRows />}
    </div>
  );
}
