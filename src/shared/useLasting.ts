import { useEffect, useState } from 'react';

/** Whether something has been going on for at least `delay` milliseconds. */
export function useLasting(goingOn: boolean, delay: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!goingOn) return undefined;
    const timer = setTimeout(() => setLasting(true), delay);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [goingOn, delay]);
  return lasting;
}
