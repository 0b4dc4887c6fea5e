import { useEffect } from 'react';

/** Makes the browser ask before closing a page with unsent input. */
export function useLeaveWarning(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isEnabled]);
}
