import type { Services } from './services';

/**
 * Signs out by the person's choice: here at once, also offline, and on a server that offers it, as far as it can be reached.
 * Nothing is awaited before the tokens are forgotten, so that navigating in the same event is drawn together with it.
 */
export function endSession(services: Services): void {
  endOnServer(services);
  services.session.signOut();
}

/** The same because nobody is there: what is on screen waits, out of sight, for its person. */
export function endIdleSession(services: Services): void {
  endOnServer(services);
  services.session.end('idle');
}

function endOnServer({ api, session, features }: Services): void {
  if (features.offers('logout') && session.read()) {
    api.call('logout').catch(() => undefined);
  }
}
