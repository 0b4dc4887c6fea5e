import { useEffect } from 'react';

/** Has the browser ask before a page with unsent input is closed. */
export function useLeaveWarning(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wanted]);
}
