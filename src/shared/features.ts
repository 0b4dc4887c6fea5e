import type { Feature } from '../../contract/calls/extras';
import type { Api } from '../api/createApi';

/** What the server offers beyond the specification; a server that does not say offers nothing. */
export interface Features {
  /** Asks the server, once. Until it has answered, nothing is offered. */
  load(): Promise<void>;
  offers(feature: Feature): boolean;
}

/** @param api asked for `meta`, which a server that is not ours answers with 404 */
export function createFeatures(api: Api): Features {
  let offered: readonly string[] = [];
  let asked: Promise<void> | undefined;

  const ask = async () => {
    const meta = await api.call('meta').catch(() => undefined);
    if (Array.isArray(meta?.features)) offered = meta.features;
  };

  return {
    load: () => (asked ??= ask()),
    offers: (feature) => offered.includes(feature),
  };
}
