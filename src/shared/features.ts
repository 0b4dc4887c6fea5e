import { isTransient } from '../api/ApiError';
import type { Feature } from '../../contract/calls/extras';
import type { Api, Features } from '../api/client';

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
      if (isTransient(error)) request = undefined;
    }
  };

  const features: Features = {
    load: () => (request ??= loadFeatures()),
    offers: (feature) => offered.includes(feature),
  };
  api.setFeatures(features);
  return features;
}
