import { useNavigate } from 'react-router';
import { endSession } from './endSession';
import { useServices } from './services';

/**
 * Signs out by the person's own choice.
 * @param target the page it leads to
 */
export function useLogOut(target: string): () => void {
  const services = useServices();
  const navigate = useNavigate();

  // Both in one event, so that the guard of the page being left never sees a visitor on it.
  return () => {
    void navigate(target);
    endSession(services);
  };
}
