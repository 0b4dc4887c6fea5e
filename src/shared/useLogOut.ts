import { useNavigate } from 'react-router';
import { endSession } from './endSession';
import { useServices } from './services';

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
