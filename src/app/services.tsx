import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Feature } from '../../contract/calls/extras';
import type { Site } from '../../contract/entities/site';
import { isTransient } from '../api/ApiError';
import type { Api, Features } from '../api/client';
import type { Session, SessionStore } from './session';
import type { Settings } from './settings';

/** Services shared by the whole app; created once in main.tsx, replaced by tests. */
export interface Services {
  readonly api: Api;
  readonly session: SessionStore;
  readonly settings: Settings;
  readonly features: Features;
  /** The sites, if the page came with them. */
  readonly sites?: readonly Site[];
  /** The token of the reset link the app was opened with, if any. */
  readonly resetToken?: string;
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({
  services,
  children,
}: {
  services: Services;
  children: ReactNode;
}) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices outside ServicesProvider');
  return services;
}

/** The current session; re-renders when it changes. */
export function useSession(): Session {
  const { session } = useServices();
  // The server renders the page signed out, as it is the same for everyone.
  return useSyncExternalStore(session.subscribe, session.get, session.getServerSnapshot);
}

/**
 * Which optional features the server offers; asked once.
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
