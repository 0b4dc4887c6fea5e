/** Who signs in, and the settings all processes of a run share. The data is synthetic: these passwords guard nothing. */
import type { Store } from './engines';

export const HEAD = {
  SUPERUSER_EMAIL: 'head@bench.example.org',
  SUPERUSER_PASSWORD: 'Measured-Lanterns-41-Harbor',
} as const;

export const MANAGERS = [1, 2, 3, 4].map((number) => `measured${number}@bench.example.org`);

/** What our server is started with on a database. */
export const settingsOf = (store: Store): Record<string, string> => ({
  ...store.settings,
  ...HEAD,
  JWT_SECRET: 'only-for-measuring-on-this-machine-0123456789',
  LOG_LEVEL: 'error',
  // Requests come from many addresses: we are the proxy.
  TRUST_PROXY: 'loopback',
});
