import { useNavigate } from 'react-router';
import { type Services, useServices } from '../app/services';

/**
 * Returns a function that signs out and navigates.
 * @param target the path to navigate to
 */
export function useLogOut(target: string): () => void {
  const services = useServices();
  const navigate = useNavigate();

  // Both in one event, so that the guard of the current page never sees it without a session.
  return () => {
    void navigate(target);
    endSession(services);
  };
}

/**
 * Signs out because the person wants to: locally at once, even offline, and on the server if it offers `logout` and can be
 * reached. Removes the tokens synchronously, so that a navigation in the same event renders in the same pass.
 */
export function endSession(services: Services): void {
  endOnServer(services);
  services.session.signOut();
}

/** Ends an idle session. The open screen stays, hidden, until its person signs in again. */
export function endIdleSession(services: Services): void {
  endOnServer(services);
  services.session.end('idle');
}

function endOnServer({ api, session, features }: Services): void {
  if (features.offers('logout') && session.read()) {
    api.call('logout').catch(() => undefined);
  }
}
