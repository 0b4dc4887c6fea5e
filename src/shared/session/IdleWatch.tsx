import { arriving } from '../arriving';
import { useServices, useSession } from '../services';

/** After how many milliseconds it is asked for again, should it not arrive. */
const AGAIN = 10_000;

const IdleWarning = arriving(async () => {
  for (;;) {
    try {
      return (await import('./IdleWarning')).IdleWarning;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}, null);

/** Signs a person out when nobody has been there for a while, and warns them before. Visitors do not download it. */
export function IdleWatch() {
  const { idleMinutes } = useServices().settings;
  const { status, user } = useSession();
  if (status !== 'signed-in' || idleMinutes === 0) return null;
  // For each person anew.
  return <IdleWarning key={user?.username} minutes={idleMinutes} />;
}
