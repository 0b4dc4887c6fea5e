import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Site } from '../../contract/entities/site';
import type { Api } from '../api/createApi';
import type { Session, SessionStore } from '../authProvider/sessionStore';
import type { Features } from './features';
import type { Settings } from './settings';

/** What the whole app shares; made once in main.tsx, replaced by tests. */
export interface Services {
  readonly api: Api;
  readonly session: SessionStore;
  readonly settings: Settings;
  readonly features: Features;
  /** The sites that came with the page, if they did. */
  readonly sites?: readonly Site[];
  /** That of the reset link the app was opened with, if it was. */
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

/** The signed-in person, followed as it changes. */
export function useSession(): Session {
  const { session } = useServices();
  // Nobody is signed in where the page is drawn for everyone.
  return useSyncExternalStore(session.subscribe, session.get, session.getFirst);
}
