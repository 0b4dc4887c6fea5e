import type { Services } from './services';

/**
 * Signs out: here at once, also offline, and on a server that offers it, as far as it can be reached. Nothing is awaited
 * before the tokens are forgotten, so that navigating in the same event is drawn together with it.
 */
export function endSession({ api, session, features }: Services): void {
  if (features.offers('logout') && session.read()) {
    api.call('logout').catch(() => undefined);
  }
  session.signOut();
}
