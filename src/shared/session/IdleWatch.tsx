import { lazyComponent } from '../lazyComponent';
import { useServices, useSession } from '../services';

/** Milliseconds before a failed download is retried. */
const RETRY_DELAY = 10_000;

const IdleWarning = lazyComponent(async () => {
  for (;;) {
    try {
      return (await import('./IdleWarning')).IdleWarning;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    }
  }
}, null);

/** Warns an idle person and signs them out. Visitors do not download its code. */
export function IdleWatch() {
  const { idleMinutes } = useServices().settings;
  const { status, user } = useSession();
  if (status !== 'signed-in' || idleMinutes === 0) return null;
  // A key per person, so that the idle time restarts for the next one.
  return <IdleWarning key={user?.username} minutes={idleMinutes} />;
}
