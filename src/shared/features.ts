import { isPassing } from '../api/ApiError';
import type { Feature } from '../../contract/calls/extras';
import type { Api, Offers } from '../api/createApi';

/** What the server offers beyond the specification; nothing if it does not say. */
export type Features = Offers;

/**
 * @param api calls `meta`, which another server may answer with 404 or with anything; it also receives the features
 * @param known the features, if the page came with them
 */
export function createFeatures(api: Api, known?: readonly Feature[]): Features {
  let offered: readonly unknown[] = known ?? [];
  let request: Promise<void> | undefined = known && Promise.resolve();

  const loadFeatures = async () => {
    try {
      const meta: { features?: unknown } | undefined = await api.call('meta');
      if (Array.isArray(meta?.features)) offered = meta.features;
    } catch (error) {
      if (isPassing(error)) request = undefined;
    }
  };

  const features: Features = {
    load: () => (request ??= loadFeatures()),
    offers: (feature) => offered.includes(feature),
  };
  api.followOffers(features);
  return features;
}
