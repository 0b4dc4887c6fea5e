import { isPassing } from '../api/ApiError';
import type { Feature } from '../../contract/calls/extras';
import type { Api, Offers } from '../api/createApi';

/** What the server offers beyond the specification; a server that does not say offers nothing. */
export type Features = Offers;

/**
 * @param api told what is offered, and asked for `meta`, which a server that is not ours answers with 404, or with anything else
 * @param known what is offered, where the page has said so
 */
export function createFeatures(api: Api, known?: readonly Feature[]): Features {
  let offered: readonly unknown[] = known ?? [];
  let asked: Promise<void> | undefined = known && Promise.resolve();

  const ask = async () => {
    try {
      const meta: { features?: unknown } | undefined = await api.call('meta');
      if (Array.isArray(meta?.features)) offered = meta.features;
    } catch (error) {
      if (isPassing(error)) asked = undefined;
    }
  };

  const features: Features = {
    load: () => (asked ??= ask()),
    offers: (feature) => offered.includes(feature),
  };
  api.followOffers(features);
  return features;
}
