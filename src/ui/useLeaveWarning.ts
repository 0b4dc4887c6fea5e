import { useEffect } from 'react';

/** Makes the browser ask before the page is closed or reloaded. */
export function useLeaveWarning(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isEnabled]);
}
